import { spawn } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { environment, runToEnd, runtimeNode, step } from './install.mjs'

const notSources = new Set(['node_modules', 'dist', '.vite', '.tanstack'])

/** @param {string} folder @returns {string[]} */
function filesIn(folder) {
  return readdirSync(folder, { withFileTypes: true })
    .filter((entry) => !notSources.has(entry.name))
    .flatMap((entry) => (entry.isDirectory() ? filesIn(join(folder, entry.name)) : [join(folder, entry.name)]))
    .filter((path) => !/\.(gen|test)\.tsx?$/.test(path))
    .sort()
}

/**
 * Returns a hash of the build's inputs: the console, the contract it uses, and the versions of the packages.
 * @param {string} root
 */
function sourcesHash(root) {
  const hash = createHash('sha256')
  const files = [
    ...filesIn(join(root, 'console')),
    ...filesIn(join(root, 'contract/src')),
    join(root, 'package-lock.json'),
  ]
  for (const path of files) hash.update(path.slice(root.length)).update('\0').update(readFileSync(path)).update('\0')
  return hash.digest('hex')
}

/** @param {string} root */
const folderOf = (root) => join(root, 'console/dist')

/** @param {string} root */
const compressProgram = (root) => join(root, 'tools/compress-console.mjs')
/** The text of this file is the hash of the build that is fully compressed. */
const compressedStamp = '.brigade-compressed'

/**
 * Compresses fully if the build's hash is given.
 * @param {string} root
 * @param {string} [hash]
 */
async function compress(root, hash) {
  const args = [compressProgram(root), folderOf(root), ...(hash === undefined ? [] : [hash])]
  const { code, output } = await runToEnd(runtimeNode(root), args, { cwd: root, env: environment(root) })
  if (code !== 0) process.stderr.write(`\nThe console was not compressed:\n${output}`)
  return code === 0
}

/** @param {string} path */
const textOf = (path) => (existsSync(path) ? readFileSync(path, 'utf8') : '')

/**
 * Runs vite, and prints its output only if it failed.
 * @param {string} root
 * @param {string} hash
 */
async function bundle(root, hash) {
  const vite = [join(root, 'node_modules/vite/bin/vite.js'), join(root, 'console/node_modules/vite/bin/vite.js')].find(
    existsSync,
  )
  if (!vite) {
    process.stderr.write('The console cannot be built: vite is not installed\n')
    return false
  }
  const built = await runToEnd(runtimeNode(root), [vite, 'build', '--logLevel', 'warn'], {
    cwd: join(root, 'console'),
    env: environment(root),
  })
  const folder = folderOf(root)
  if (built.code !== 0 || !statSync(folder, { throwIfNoEntry: false })) {
    process.stderr.write(`\nThe console was not built:\n${built.output}`)
    return false
  }
  if (!(await compress(root))) return false
  writeFileSync(join(folder, '.brigade-stamp'), hash)
  return true
}

/** Builds the console when its sources changed since, and compresses it fully. False when the build failed. @param {string} root */
export async function buildConsole(root) {
  const folder = folderOf(root)
  const hash = sourcesHash(root)
  const isBuilt = () => textOf(join(folder, '.brigade-stamp')) === hash
  const isCompressed = () => textOf(join(folder, compressedStamp)) === hash
  if (isBuilt() && isCompressed()) return true
  return step('Building the console', async () => {
    if (!isBuilt() && !(await bundle(root, hash))) return false
    return compress(root, hash)
  })
}

/**
 * For `npm start`, which prepares the database meanwhile. `built` is undefined if the build is up to date, else a
 * promise of whether it succeeded and how many seconds it took. Until `compressLater` has run, the files are larger
 * than they could be.
 * @param {string} root
 */
export function beginConsole(root) {
  const folder = folderOf(root)
  const hash = sourcesHash(root)
  const startedAt = Date.now()
  const secondsSince = () => (Date.now() - startedAt) / 1000
  const isBuilt = textOf(join(folder, '.brigade-stamp')) === hash
  return {
    built: isBuilt ? undefined : bundle(root, hash).then((ok) => ({ ok, seconds: secondsSince() })),
    /** Compresses the build fully in the background. */
    compressLater() {
      if (textOf(join(folder, compressedStamp)) === hash) return
      // If the folder belongs to another user it fails, and the files stay as they are.
      spawn(runtimeNode(root), [compressProgram(root), folder, hash], {
        stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
      }).unref()
    },
  }
}
