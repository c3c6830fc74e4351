import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { z } from 'zod'
import type { Problem } from './source-tree.ts'

/**
 * Lists every installed package with its exact version and licence, for `npm audit` and for licence reviews. The page is
 * generated from the lock files; this check compares the two.
 */
const page = 'docs/dependencies.md'
const locks = ['package-lock.json', 'tools/runtime/package-lock.json', 'tools/clients/package-lock.json']
const manifests = ['.', 'contract', 'server', 'console', 'simulator', 'e2e', 'tools/runtime', 'tools/clients'].map(
  (folder) => join(folder, 'package.json'),
)

const Packages = z.record(
  z.string(),
  z.object({
    version: z.string().optional(),
    license: z.string().optional(),
    dev: z.boolean().optional(),
    link: z.boolean().optional(),
    resolved: z.string().optional(),
  }),
)
const Lock = z.object({ packages: Packages })
const Wanted = z.record(z.string(), z.string()).optional()
const Manifest = z.object({ dependencies: Wanted, devDependencies: Wanted, optionalDependencies: Wanted })
/** Packages of all locks, by `<lock>: <path>`: two locks may have the same path. */
export type Locked = z.output<typeof Packages>
const inLock = ': '
export const packagesOf = (lock: string, packages: Locked): Locked =>
  Object.fromEntries(Object.entries(packages).map(([path, each]) => [`${lock}${inLock}${path}`, each]))

/** Redistribution under these licences requires only their text. MPL and LGPL packages are used unchanged, as separate libraries. */
const allowed =
  /^(MIT|MIT-0|ISC|0BSD|BSD-[23]-Clause|Apache-2\.0|BlueOak-1\.0\.0|Unlicense|CC0-1\.0|CC-BY-4\.0|Python-2\.0|OFL-1\.1|MPL-2\.0|LGPL-3\.0-or-later)$/

/** Licences of packages without one in their manifest, by the files in their folder. */
const licencesByHand: Readonly<Record<string, string>> = { 'png-js': 'MIT' }

type Installed = Readonly<{ lock: string; name: string; version: string; licence: string; isDevelopment: boolean }>

function installedOf(packages: Locked): Installed[] {
  const found = new Map<string, Installed>()
  for (const [key, { version, license, dev = false, link }] of Object.entries(packages)) {
    const [lock = '', path = ''] = key.split(inLock)
    const name = path.split('node_modules/').at(-1) ?? ''
    if (!path.includes('node_modules/') || link === true || version === undefined) continue
    const licence = license ?? licencesByHand[name] ?? ''
    const known = found.get(`${name} ${version}`)
    found.set(`${name} ${version}`, {
      lock: known?.lock ?? lock,
      name,
      version,
      licence,
      isDevelopment: dev && known?.isDevelopment !== false,
    })
  }
  return [...found.values()].toSorted((a, b) =>
    a.name === b.name ? (a.version < b.version ? -1 : 1) : a.name < b.name ? -1 : 1,
  )
}

/** The page as it has to be. */
export function dependencyPage(packages: Locked): string {
  const all = installedOf(packages)
  const table = (some: readonly Installed[]) => [
    '| package | version | licence |',
    '|---|---|---|',
    ...some.map(({ name, version, licence }) => `| ${name} | ${version} | ${licence} |`),
  ]
  const [tools, running] = [all.filter((each) => each.isDevelopment), all.filter((each) => !each.isDevelopment)]
  return `${[
    '# Dependencies',
    '',
    'Every package that `npm install` may bring, pinned by the lock, with its licence. Made by `npm run check -- dependencies --fix` from the locks; `npm run check` fails where it is not',
    'true. `npm audit` needs a registry that answers it: run it where you have one.',
    '',
    `## Running (${running.length})`,
    '',
    ...table(running),
    '',
    `## Building and testing (${tools.length})`,
    '',
    ...table(tools),
  ].join('\n')}\n`
}

const problem = (path: string, message: string): Problem => ({ path, line: 1, rule: 'dependencies', message })

/** Finds licences that are not on the list, or were not found. */
export const strangeLicences = (packages: Locked): Problem[] =>
  installedOf(packages)
    .filter(({ licence }) => !licence.split(/ AND | OR /).every((each) => allowed.test(each.replace(/[()]/g, ''))))
    .map(({ lock, name, version, licence }) =>
      problem(lock, `${name} ${version} has the licence "${licence}": not one that we may use unseen`),
    )

/** Versions that leave npm a choice. */
export const looseVersions = (path: string, wanted: Readonly<Record<string, string>>): Problem[] =>
  Object.entries(wanted)
    .filter(([name, version]) => !name.startsWith('@brigade/') && !/^\d+\.\d+\.\d+[\w.+-]*$/.test(version))
    .map(([name, version]) => problem(path, `${name} is "${version}": pin its version exactly`))

/** Packages without an address: npm would ask the registry for all versions of each of them first, which doubles its work. */
export const unresolved = (packages: Locked): Problem[] =>
  Object.entries(packages).flatMap(([key, { link, resolved }]) => {
    const [lock = '', path = ''] = key.split(inLock)
    if (!path.includes('node_modules/') || link === true || resolved !== undefined) return []
    const name = path.split('node_modules/').at(-1)
    return [problem(lock, `${name} has no "resolved": npm install --omit-lockfile-registry-resolved=false`)]
  })

const readJson = async (path: string): Promise<unknown> => JSON.parse(await readFile(path, 'utf8'))

export async function checkDependencies(root: string, { fix }: { fix: boolean }): Promise<Problem[]> {
  const packages: Locked = {}
  for (const path of locks)
    Object.assign(packages, packagesOf(path, Lock.parse(await readJson(join(root, path))).packages))
  const loose = await Promise.all(
    manifests.map(async (path) => {
      const { dependencies, devDependencies, optionalDependencies } = Manifest.parse(await readJson(join(root, path)))
      return looseVersions(path, { ...dependencies, ...devDependencies, ...optionalDependencies })
    }),
  )
  const due = dependencyPage(packages)
  if (fix) await writeFile(join(root, page), due)
  const there = await readFile(join(root, page), 'utf8').catch(() => '')
  const stale = there === due ? [] : [problem(page, 'differs from the locks: npm run check -- dependencies --fix')]
  return [...loose.flat(), ...strangeLicences(packages), ...unresolved(packages), ...stale]
}
