import type { ByteRange } from './image-files.ts'

/** The request as Node gives it: header names in lower case. */
export type FileRequest = {
  method: string
  headers: Record<string, string | string[] | undefined>
}

/** `range` is the part of the file to send, `undefined` when the response has no body. */
type FileAnswer = {
  status: 200 | 206 | 304 | 416
  headers: Record<string, string>
  range: ByteRange | undefined
}

type Described = { size: number; mtime: Date; mime: string }

/**
 * The response to a GET or HEAD of a stored file: conditional requests, one byte range, and headers
 * that let anyone keep the file for good, since its name is never given to another.
 */
export function answerFile({ method, headers }: FileRequest, file: Described): FileAnswer {
  const shared = fileHeaders(file)
  if (isFresh(headers, shared)) return { status: 304, headers: shared, range: undefined }

  const isHead = method.toUpperCase() === 'HEAD'
  const rangeHeader = isHead || !rangeApplies(headers, shared) ? undefined : text(headers.range)
  const range = rangeHeader === undefined ? undefined : parseRange(rangeHeader, file.size)
  if (range === 'outside') {
    const refusal = { ...shared, 'Content-Range': `bytes */${file.size}`, 'Content-Length': '0' }
    return { status: 416, headers: refusal, range: undefined }
  }
  const { start, end } = range ?? { start: 0, end: file.size - 1 }
  const described = {
    ...shared,
    'Content-Type': file.mime,
    'Content-Length': String(end - start + 1),
  }
  const hasNoBody = isHead || file.size === 0
  if (!range)
    return { status: 200, headers: described, range: hasNoBody ? undefined : { start, end } }
  const part = { ...described, 'Content-Range': `bytes ${start}-${end}/${file.size}` }
  return { status: 206, headers: part, range }
}

/** The headers of every response about a stored file, 304 included. */
function fileHeaders(file: Described): Record<string, string> {
  return {
    'Accept-Ranges': 'bytes',
    'Cache-Control': 'public, max-age=31536000, immutable',
    'Content-Security-Policy': "default-src 'none'",
    ETag: `"${file.size.toString(16)}-${file.mtime.getTime().toString(16)}"`,
    'Last-Modified': file.mtime.toUTCString(),
    'X-Content-Type-Options': 'nosniff',
  }
}

// A tag says more than a date: with a tag in the question, the date is not looked at.
function isFresh(headers: FileRequest['headers'], file: Record<string, string>) {
  const tags = text(headers['if-none-match'])
  if (tags === undefined) {
    return Date.parse(text(headers['if-modified-since']) ?? '') >= modified(file)
  }
  return tags.split(',').some(tag => ['*', file.ETag].includes(tag.trim().replace(/^W\//, '')))
}

// "the rest, if it is still the same file"
function rangeApplies(headers: FileRequest['headers'], file: Record<string, string>) {
  const same = text(headers['if-range'])
  return same === undefined || same === file.ETag || Date.parse(same) === modified(file)
}

const modified = (file: Record<string, string>) => Date.parse(file['Last-Modified'] ?? '')

// Several ranges, other units and malformed ones get the whole file, as HTTP permits.
function parseRange(header: string, size: number): ByteRange | 'outside' | undefined {
  const [, from = '', to = ''] = /^bytes=(\d*)-(\d*)$/.exec(header.trim()) ?? []
  if (from === '') {
    if (to === '') return undefined
    return Number(to) === 0 || size === 0
      ? 'outside'
      : { start: Math.max(0, size - Number(to)), end: size - 1 }
  }
  const start = Number(from)
  const end = to === '' ? size - 1 : Math.min(Number(to), size - 1)
  if (to !== '' && Number(to) < start) return undefined
  return start < size ? { start, end } : 'outside'
}

const text = (header: string | string[] | undefined) =>
  typeof header === 'object' ? header.join(', ') : header
