import assert from 'node:assert/strict'
import { existsSync, globSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { test } from 'node:test'
import { read, root } from './pages.ts'

const folders = ['src', 'test', 'bench', 'demo', 'release', 'bin', 'deploy', 'docs', '.ci']

/** Paths that no clone has: an extension, examples, and what a command writes. */
const elsewhere = new Set(['.ts', 'file.ts', 'example.ts'])

/** The paths in backticks: with one of our folders first, or the name of a TypeScript file. */
const pathsOf = (text: string) =>
  [...text.replace(/^```[\s\S]*?^```$/gm, '').matchAll(/`([^`\s]+)`/g)]
    .map(([, path = '']) => path)
    .filter(
      path =>
        /^[\w.*-]+(?:\/[\w.*-]*)*$/.test(path) &&
        (folders.includes(path.split('/')[0] ?? '') ? path.includes('/') : path.endsWith('.ts')),
    )

/** In full, or as it ends where a page has named the folder before. */
const exists = (path: string) =>
  globSync(path, { cwd: root }).length > 0 ||
  globSync(`{src,test,bench}/**/${path}`, { cwd: root }).length > 0

test('every path that is named exists', () => {
  const pages = ['ARCHITECTURE.md', 'CONTRIBUTING.md', ...globSync('docs/**/*.md', { cwd: root })]
  const named = pages.flatMap(page => pathsOf(read(page)).map(path => ({ page, path })))
  assert.ok(named.length > 100, `only ${named.length} paths were found`)
  const missing = named.filter(({ path }) => !elsewhere.has(path) && !exists(path))
  assert.deepEqual(
    missing.map(({ page, path }) => `${page}: ${path}`),
    [],
  )
})

test('every program that a source names by its URL is there', () => {
  const named = globSync('src/**/*.ts', { cwd: root }).flatMap(file =>
    [...read(file).matchAll(/new URL\('(\.[^'`]+)', import\.meta\.url\)/g)].map(([, path = '']) =>
      join(dirname(file), path),
    ),
  )
  assert.ok(named.length > 5, `only ${named.length} were found`)
  assert.deepEqual(
    named.filter(path => !existsSync(join(root, path))),
    [],
  )
})
