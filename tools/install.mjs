// Plain JavaScript for any Node from 18 on: this runs before anything is installed.
import { spawn } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { delimiter, dirname, join } from 'node:path'

const stampName = '.brigade-stamp'

/** @param {string} path */
const textOf = (path) => (existsSync(path) ? readFileSync(path, 'utf8') : '')
/** @param {string} text */
const hashOf = (text) => createHash('sha256').update(text).digest('hex')

/** The Node that Brigade runs on: in its package, for npm 10 does not link it into `.bin`. @param {string} root */
export function runtimeNode(root) {
  const packages = [`node-${process.platform}-${process.arch}`, `node-bin-${process.platform}-${process.arch}`]
  const paths = packages.map((name) => join(root, 'tools/runtime/node_modules', name, 'bin/node'))
  return paths.find((path) => existsSync(path)) ?? paths[0]
}

/** The environment in which `node` is that one, and its compiled code is kept. @param {string} root */
export function environment(root) {
  const bin = dirname(runtimeNode(root))
  return {
    ...process.env,
    PATH: `${bin}${delimiter}${join(root, 'node_modules/.bin')}${delimiter}${process.env.PATH ?? ''}`,
    NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE ?? join(root, 'node_modules/.cache/compiled'),
  }
}

/** What runs now, and is told to end when we are. @type {import('node:child_process').ChildProcess | undefined} */
let running
/** Ends what is being installed or built, then this process: nothing is left running. @param {NodeJS.Signals} signal */
export function endRunning(signal) {
  if (!running) process.exit(1)
  running.once('exit', () => process.exit(1))
  running.kill(signal)
}

/** Runs a program to its end; answers its exit code. @param {string} program @param {string[]} args @param {import('node:child_process').SpawnOptions} options @returns {Promise<number>} */
export function runToEnd(program, args, options) {
  return new Promise((resolve) => {
    running = spawn(program, args, options)
    running.on('error', () => resolve(1))
    running.on('exit', (code) => {
      running = undefined
      resolve(code ?? 1)
    })
  })
}

/** npm itself writes down what it installed; where that agrees with the lock there is nothing to do, whoever ran npm. @param {string} folder */
function agreesWithLock(folder) {
  try {
    const wanted = JSON.parse(readFileSync(join(folder, 'package-lock.json'), 'utf8')).packages
    const present = JSON.parse(readFileSync(join(folder, 'node_modules/.package-lock.json'), 'utf8')).packages
    return Object.entries(wanted).every(([path, entry]) => {
      if (!path.startsWith('node_modules/') && !path.includes('/node_modules/')) return true
      const found = present[path]
      return found ? found.version === entry.version && found.resolved === entry.resolved : entry.optional === true
    })
  } catch {
    return false
  }
}

/**
 * Installs what the lock says when that is not what is there. `npm install --no-save` rather than `npm ci`: `ci` refuses a lock
 * without the optional packages of every other platform, which npm leaves out where its registry lacks them.
 * @param {string} folder @param {string} what @param {NodeJS.ProcessEnv} env @param {string} node
 */
async function installOnce(folder, what, env, node) {
  const stamp = join(folder, 'node_modules', stampName)
  const hash = hashOf(textOf(join(folder, 'package-lock.json')))
  if (textOf(stamp) === hash) return
  if (!agreesWithLock(folder)) {
    const startedAt = Date.now()
    process.stdout.write(`Installing ${what} …\n`)
    const npm = process.env.npm_execpath
    const args = ['install', '--no-save', '--ignore-scripts', '--no-audit', '--no-fund', '--loglevel=error']
    const asScript = npm !== undefined && /npm-cli\.[cm]?js$/.test(npm)
    const done = asScript
      ? await runToEnd(node, [npm, ...args], { cwd: folder, env, stdio: ['ignore', 'ignore', 'inherit'] })
      : await runToEnd('npm', args, { cwd: folder, env, stdio: ['ignore', 'ignore', 'inherit'] })
    if (done !== 0) {
      process.stderr.write(
        `Installing ${what} failed: is the npm registry within reach, and ${folder} yours to write?\n`,
      )
      process.exit(done)
    }
    process.stdout.write(`Installed ${what} in ${((Date.now() - startedAt) / 1000).toFixed(0)} s\n`)
  }
  try {
    writeFileSync(stamp, hash)
  } catch {
    // Somebody else's checkout: what they installed will do.
  }
}

/** Node first, then everything else with it: npm chooses packages by the Node it runs on. @param {string} root */
export async function install(root) {
  await installOnce(join(root, 'tools/runtime'), 'Node', process.env, process.execPath)
  const node = runtimeNode(root)
  if (!existsSync(node)) {
    process.stderr.write(
      `There is no Node for ${process.platform}-${process.arch} in tools/runtime: add its package there\n`,
    )
    process.exit(1)
  }
  await installOnce(root, 'packages', environment(root), node)
}
