/**
 * A file name in small ASCII letters, digits and hyphens, without folder or extension, from what a
 * caller named a file or from a URL: `Été à Paris.JPG` and `https://a.example/x/%C3%89t%C3%A9.png?v=2`
 * become `ete-a-paris` and `ete`. `image` when nothing is left.
 */
export function slugOf(name: string): string {
  const path = URL.canParse(name) ? new URL(name).pathname : name
  const file = decoded(path).split(/[/\\]/).at(-1) ?? ''
  const slug = file
    .replace(/\.[a-z0-9]{1,5}$/i, '')
    .toLowerCase()
    .replace(/[æœøßłđð]/g, letter => spelled[letter] ?? letter)
    .normalize('NFKD')
    .replace(/\p{Mark}/gu, '')
    .replace(/[^a-z0-9]+/g, '-')
    .slice(0, 80)
    .replace(/^-|-$/g, '')
  return slug || 'image'
}

// letters that Unicode does not take apart
const spelled: Record<string, string> = {
  æ: 'ae',
  œ: 'oe',
  ø: 'o',
  ß: 'ss',
  ł: 'l',
  đ: 'd',
  ð: 'd',
}

function decoded(path: string) {
  try {
    return decodeURIComponent(path)
  } catch {
    return path
  }
}
