// Plain JavaScript for any Node from 18 on: this runs before anything is installed.
import { spawn } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { delimiter, dirname, join } from 'node:path'
import { satisfies } from './node-range.mjs'

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

/**
 * Prints the present step and, after it, its duration. A result of false means that it failed.
 * @template T
 * @param {string} name
 * @param {() => Promise<T>} work
 * @returns {Promise<T>}
 */
export async function step(name, work) {
  const startedAt = Date.now()
  process.stdout.write(`${name} … `)
  const result = await work()
  process.stdout.write(result === false ? 'failed\n' : `${((Date.now() - startedAt) / 1000).toFixed(1)} s\n`)
  return result
}

/**
 * Child processes that are installing or building now.
 * @type {Set<import('node:child_process').ChildProcess>}
 */
const running = new Set()
/**
 * Ends child processes that are installing or building, then this process, so that nothing is left running.
 * @param {NodeJS.Signals} signal
 * @param {number} [code]
 */
export function endRunning(signal, code = 1) {
  if (running.size === 0) process.exit(code)
  for (const child of running) {
    child.once('exit', () => setImmediate(() => running.size === 0 && process.exit(code)))
    child.kill(signal)
  }
}

/** Runs a program to its end. @param {string} program @param {string[]} args @param {{ cwd: string, env: NodeJS.ProcessEnv }} options @returns {Promise<{ code: number, output: string }>} */
export function runToEnd(program, args, options) {
  return new Promise((resolve) => {
    const child = spawn(program, args, { ...options, stdio: ['ignore', 'pipe', 'pipe'] })
    running.add(child)
    let output = ''
    for (const stream of [child.stdout, child.stderr]) stream.on('data', (data) => (output += String(data)))
    child.on('error', (error) => {
      running.delete(child)
      resolve({ code: 1, output: `${output}${error.message}\n` })
    })
    child.on('exit', () => running.delete(child))
    child.on('close', (code) => resolve({ code: code ?? 1, output }))
  })
}

/** @typedef {{ version?: string, resolved?: string, optional?: boolean, os?: string[], cpu?: string[], engines?: { node?: string } }} Entry */

/** @param {string} path @returns {Record<string, Entry>} */
const packagesIn = (path) => JSON.parse(readFileSync(path, 'utf8')).packages

/**
 * npm itself records what it installed; if that agrees with the lock there is nothing to do, whoever ran npm.
 * @param {string} folder
 */
function agreesWithLock(folder) {
  try {
    const wanted = packagesIn(join(folder, 'package-lock.json'))
    const present = packagesIn(join(folder, 'node_modules/.package-lock.json'))
    return Object.entries(wanted).every(([path, entry]) => {
      if (!path.startsWith('node_modules/') && !path.includes('/node_modules/')) return true
      const found = present[path]
      return found ? found.version === entry.version : entry.optional === true
    })
  } catch {
    return false
  }
}

/**
 * Installs a folder's packages by its lock. It uses `npm install --no-save` rather than `npm ci`: `ci` refuses a lock
 * without the optional packages of every other platform, which npm leaves out if its registry lacks them.
 * @param {string} folder
 * @param {{ workspaces: readonly string[], env: NodeJS.ProcessEnv, node: string }} how
 */
async function runNpm(folder, { workspaces, env, node }) {
  const npm = process.env.npm_execpath
  const args = ['install', '--no-save', '--ignore-scripts', '--no-audit', '--no-fund', '--loglevel=error']
  for (const workspace of workspaces) args.push('--workspace', workspace)
  const isScript = npm !== undefined && /npm-cli\.[cm]?js$/.test(npm)
  const { code, output } = isScript
    ? await runToEnd(node, [npm, ...args], { cwd: folder, env })
    : await runToEnd('npm', args, { cwd: folder, env })
  if (code === 0) return
  process.stderr.write(
    `\n${output}Installing packages failed: is the npm registry within reach, and ${folder} yours to write?\n`,
  )
  endRunning('SIGTERM', code)
  await new Promise(() => undefined)
}

/** The workspaces of the program itself, without those that only checks and tests need. */
const productWorkspaces = ['contract', 'server', 'console', 'simulator']

/** @param {string} folder @param {boolean} isWhole */
function stampsOf(folder, isWhole) {
  const path = join(folder, 'node_modules', stampName)
  const whole = hashOf(textOf(join(folder, 'package-lock.json')))
  const product = `${whole} product`
  return {
    isInstalled: () => {
      const stamp = textOf(path)
      return stamp === whole || (!isWhole && stamp === product)
    },
    write: (isEverything = isWhole) => {
      try {
        writeFileSync(path, isEverything ? whole : product)
      } catch {
        // The checkout belongs to another user, whose installed packages are used as they are.
      }
    },
  }
}

/**
 * npm chooses packages by the Node that it runs on: it leaves out an optional one that names other versions of Node. So
 * it may run on the machine's own Node only if that suits every optional package of this platform.
 * @param {string} root
 */
function suitsPackages(root) {
  return Object.values(packagesIn(join(root, 'package-lock.json'))).every(({ optional, os, cpu, engines }) => {
    if (optional !== true || engines?.node === undefined) return true
    const isForeign = (os && !os.includes(process.platform)) || (cpu && !cpu.includes(process.arch))
    return isForeign || satisfies(process.versions.node, engines.node)
  })
}

/** The public tools that read our API documents, for the tests alone. @param {string} root */
async function installClients(root) {
  const folder = join(root, 'tools/clients')
  const stamps = stampsOf(folder, true)
  if (!stamps.isInstalled() && agreesWithLock(folder)) stamps.write()
  if (stamps.isInstalled()) return
  await step('Installing readers of API documents', () =>
    runNpm(folder, { workspaces: [], env: environment(root), node: runtimeNode(root) }),
  )
  stamps.write()
}

/**
 * Installs Node and the packages if they are missing. `isWhole`: includes those that only checks and tests need.
 * @param {string} root
 * @param {{ isWhole: boolean }} what
 */
export async function install(root, { isWhole }) {
  const runtime = join(root, 'tools/runtime')
  const [ofNode, ofPackages] = [stampsOf(runtime, true), stampsOf(root, isWhole)]
  if (!ofNode.isInstalled() && agreesWithLock(runtime)) ofNode.write()
  if (!ofPackages.isInstalled() && agreesWithLock(root)) ofPackages.write(true)
  const [needsNode, needsPackages] = [!ofNode.isInstalled(), !ofPackages.isInstalled()]
  if (needsNode || needsPackages) {
    const workspaces = isWhole ? [] : productWorkspaces
    const node = () => runNpm(runtime, { workspaces: [], env: process.env, node: process.execPath })
    await step(needsPackages ? 'Installing packages' : 'Installing Node', async () => {
      if (needsNode && needsPackages && suitsPackages(root)) {
        await Promise.all([node(), runNpm(root, { workspaces, env: process.env, node: process.execPath })])
      } else {
        if (needsNode) await node()
        if (needsPackages) await runNpm(root, { workspaces, env: environment(root), node: runtimeNode(root) })
      }
    })
    if (needsNode) ofNode.write()
    if (needsPackages) ofPackages.write()
  }
  if (isWhole) await installClients(root)
  if (!existsSync(runtimeNode(root))) {
    process.stderr.write(
      `There is no Node for ${process.platform}-${process.arch} in tools/runtime: add its package there\n`,
    )
    process.exit(1)
  }
}
