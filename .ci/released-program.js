// A released program, run in a folder of its own: as another user where this one is root. Runs on any Node that may install.
import assert from 'node:assert/strict'
import { spawn, spawnSync } from 'node:child_process'
import { chownSync, mkdtempSync, rmSync } from 'node:fs'
import { createServer } from 'node:net'
import { join } from 'node:path'

export const nobody = process.getuid?.() === 0 ? { uid: 65534, gid: 65534 } : {}

export const shortName = program => program.replace(/.*(?=node_modules)/, '')

/** `inFolder`: where it is started, with the data where it puts them itself. */
export function openProgram(program, databaseUrl, inFolder) {
  const folder = mkdtempSync('/tmp/almanac-released-')
  const data = join(folder, 'data')
  if (nobody.uid) chownSync(folder, nobody.uid, nobody.gid)
  const env = { PATH: process.env.PATH, HOME: folder, TMPDIR: folder, CACHE_DIRECTORY: folder, ALMANAC_CONFIG: '' }
  if (databaseUrl) env.ALMANAC_DATABASE_URL = databaseUrl
  const cwd = inFolder ?? folder
  const where = inFolder ? [] : ['--data-folder', data]

  function run(...args) {
    const { status, stdout, stderr } = spawnSync(program, [...args, ...where], { cwd, env, ...nobody, encoding: 'utf8' })
    assert.equal(status, 0, `${args.join(' ')}: ${stdout}${stderr}`)
    assert.doesNotMatch(stderr, /warning|There is no setting/i, args.join(' '))
    return stdout
  }

  const freePort = () =>
    new Promise(resolve => {
      const server = createServer().listen(0, '127.0.0.1', () => {
        const { port } = server.address()
        server.close(() => resolve(port))
      })
    })

  /** Starts the service, does the work, and stops it. */
  async function serving(args, work) {
    const port = await freePort()
    const base = `http://127.0.0.1:${port}`
    const child = spawn(program, ['serve', '--port', port, ...where, ...args], { cwd, env, ...nobody, stdio: 'pipe' })
    let said = ''
    for (const stream of [child.stdout, child.stderr]) stream.on('data', text => { said += text })
    const ended = new Promise(resolve => child.once('exit', resolve))
    const started = performance.now()
    const isReady = () => fetch(`${base}/health/ready`).then(({ ok }) => ok, () => false)
    try {
      while (!(await isReady())) {
        assert.equal(child.exitCode, null, said)
        assert.ok(performance.now() - started < 60_000, `It is not ready after a minute. ${said}`)
        await new Promise(resolve => setTimeout(resolve, 20))
      }
      const ms = Math.round(performance.now() - started)
      await work(base, said)
      child.kill('SIGTERM')
      assert.equal(await ended, 0, said)
      assert.doesNotMatch(said, /"level":"error"/, said)
      return ms
    } catch (error) {
      console.error(said)
      throw error
    } finally {
      child.kill('SIGKILL')
    }
  }

  return { folder, data, run, serving, remove: () => rmSync(folder, { recursive: true, force: true }) }
}
