type Color = readonly [red: number, green: number, blue: number]

const colorOf = (hex: string): Color => [
  Number.parseInt(hex.slice(1, 3), 16),
  Number.parseInt(hex.slice(3, 5), 16),
  Number.parseInt(hex.slice(5, 7), 16),
]
const hexOf = (color: Color) =>
  `#${color.map(part => Math.round(part).toString(16).padStart(2, '0')).join('')}`

const linear = (part: number) =>
  part / 255 <= 0.04045 ? part / 255 / 12.92 : ((part / 255 + 0.055) / 1.055) ** 2.4

const luminance = ([red, green, blue]: Color) =>
  0.2126 * linear(red) + 0.7152 * linear(green) + 0.0722 * linear(blue)

/** The contrast of one color on another (WCAG 2.2): 1 to 21. */
export function contrast(a: string, b: string): number {
  const [one, other] = [luminance(colorOf(a)), luminance(colorOf(b))]
  return (Math.max(one, other) + 0.05) / (Math.min(one, other) + 0.05)
}

/** Text needs 4.5; tinted backgrounds take some of it. */
const enough = 5.5

/** A color, moved towards black or white until it is read on a background. */
export function readableOn(
  color: string,
  background: string,
  towards: string,
  min = enough,
): string {
  for (let share = 0; share < 1; share += 0.04) {
    const tried = mixed(color, towards, share)
    if (contrast(tried, background) >= min) return tried
  }
  return towards
}

/** A color with a share of another in it. */
export function mixed(color: string, other: string, share: number): string {
  const [from, to] = [colorOf(color), colorOf(other)]
  return hexOf([
    from[0] + (to[0] - from[0]) * share,
    from[1] + (to[1] - from[1]) * share,
    from[2] + (to[2] - from[2]) * share,
  ])
}

/** True if white text on it has more contrast than black text. */
export const isDark = (color: string) => contrast(color, '#ffffff') > contrast(color, '#000000')

/** The most readable of some colors on another. */
export const bestOf = (background: string, colors: readonly [string, ...string[]]): string =>
  colors.reduce((best, color) =>
    contrast(color, background) > contrast(best, background) ? color : best,
  )

/** The accent of a site on light pages and on dark ones. The backgrounds are those of `styles/shared.css`. */
export const accentsOf = (accent: string) => ({
  light: readableOn(accent, '#f5f6f7', '#000000'),
  dark: readableOn(accent, '#1d2125', '#ffffff'),
})
