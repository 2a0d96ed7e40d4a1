const form = /^\d{4}\/\d{2}\/[a-z0-9-]{1,200}\.(jpg|png|webp|gif|avif)$/

const mimes: Record<string, string> = {
  jpg: 'image/jpeg',
  png: 'image/png',
  webp: 'image/webp',
  gif: 'image/gif',
  avif: 'image/avif',
}

/** The type of a file by its path; undefined: no file of an image has such a path, and nothing else is ever opened. */
export const mimeOfFile = (path: string): string | undefined => mimes[form.exec(path)?.[1] ?? '']
