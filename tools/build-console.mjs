import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { environment, runToEnd, runtimeNode } from './install.mjs'

const notSources = new Set(['node_modules', 'dist', '.vite', '.tanstack'])

/** @param {string} folder @returns {string[]} */
function filesIn(folder) {
  return readdirSync(folder, { withFileTypes: true })
    .filter((entry) => !notSources.has(entry.name))
    .flatMap((entry) => (entry.isDirectory() ? filesIn(join(folder, entry.name)) : [join(folder, entry.name)]))
    .filter((path) => !/\.(gen|test)\.tsx?$/.test(path))
    .sort()
}

/** What the build is made of: the console, the contract it speaks, and the packages' versions. @param {string} root */
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

/** Builds the console when its sources changed since. False when the build failed. @param {string} root */
export async function buildConsole(root) {
  const stamp = join(root, 'console/dist/.brigade-stamp')
  const hash = sourcesHash(root)
  if (existsSync(stamp) && readFileSync(stamp, 'utf8') === hash) return true
  const startedAt = Date.now()
  process.stdout.write('Building the console …\n')
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
    stdio: ['ignore', 'inherit', 'inherit'],
  })
  if (built !== 0 || !statSync(join(root, 'console/dist'), { throwIfNoEntry: false })) {
    process.stderr.write('The console was not built\n')
    return false
  }
  writeFileSync(stamp, hash)
  process.stdout.write(`Built the console in ${((Date.now() - startedAt) / 1000).toFixed(0)} s\n`)
  return true
}
