/** What a command prints as JSON: of `--dry-run` it says that nothing was changed. */
export const trial = <T extends object>(isTrial: boolean, data: T) =>
  isTrial ? { ...data, dry_run: true } : data
