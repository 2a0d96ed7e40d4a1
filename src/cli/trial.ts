/** The JSON of a command: with `--dry-run` it says that nothing was changed. */
export const trial = <T extends object>(isTrial: boolean, data: T) =>
  isTrial ? { ...data, dry_run: true } : data
