import { domainOf, isTest, isTestSupport, problemAt, type Problem, type SourceFile } from './source-tree.ts'
import { importsOf, type Import } from './imports.ts'

/** Import rules (docs/architecture.md, Boundaries 1 to 5). A rule returns the problem of an import, or nothing. */
type Rule = (found: Import) => string | undefined

const workspaceOf = (path: string) => path.split('/')[0] ?? ''
const nameOf = (path: string) => path.slice(path.lastIndexOf('/') + 1)
const isNodeBuiltin = (specifier: string) => specifier.startsWith('node:')

const contractAlone: Rule = ({ from, specifier, path, packageName }) => {
  if (!from.path.startsWith('contract/src/')) return undefined
  if (path !== undefined) return path.startsWith('contract/') ? undefined : `the contract imports ${specifier}`
  if (packageName === 'zod' || (isTest(from.path) && isNodeBuiltin(specifier))) return undefined
  return `the contract imports ${specifier}, and may import zod and itself`
}

/** The server's tests drive the simulator's own device, so its testing folder reaches across. */
const workspacesApart: Rule = ({ from, path, specifier }) => {
  const own = workspaceOf(from.path)
  if (!['server', 'console', 'simulator'].includes(own) || path === undefined) return undefined
  const other = workspaceOf(path)
  if (other === own || other === 'contract') return undefined
  if (own === 'server' && other === 'simulator' && isTestSupport(from.path)) return undefined
  // The demo's past is computed by the physics of its simulated devices.
  if (from.path.startsWith('server/src/demo-past/') && path.startsWith('simulator/src/past/')) return undefined
  return `${own} imports ${specifier}: server, console and simulator meet only in the contract`
}

const platformKnowsNoDomain: Rule = ({ from, path, specifier }) => {
  const layer = /^(?:server|console|simulator)\/src\/(platform|ui)\//.exec(from.path)?.[1]
  if (layer === undefined || path === undefined || isTest(from.path)) return undefined
  const domain = domainOf(path)
  if (domain === undefined) return undefined
  // The console platform may use the session: calls carry its token, and buttons depend on its permissions.
  const whoIsSignedIn = from.path.startsWith('console/src/platform/') && path.startsWith('contract/src/session/')
  return whoIsSignedIn ? undefined : `${layer} imports ${specifier}, of the domain ${domain}`
}

const shellKnowsSession: Rule = ({ from, path, specifier }) => {
  if (!from.path.startsWith('console/src/shell/') || path === undefined || isTest(from.path)) return undefined
  if (!path.startsWith('console/src/') || domainOf(path) === undefined) return undefined
  const isShown = ['session', 'job', 'message'].includes(domainOf(path) ?? '')
  if (isShown && !path.endsWith('.page.tsx')) return undefined
  return `the shell imports ${specifier}: of the domains it knows session's, job's and message's public files only`
}

/** A product's pages show the parts of its thing model; pages that evaluate or send show the reported values beside it. */
const consoleEdges: Readonly<Record<string, readonly string[]>> = {
  product: ['thing-model'],
  command: ['telemetry'],
  'cold-chain': ['telemetry', 'command'],
  // A recipe is started as any command is.
  recipe: ['command'],
  // A fault is shown with the readings around it.
  fault: ['telemetry'],
  // An account is shown with its notifications.
  system: ['message'],
  // The start page shows the present problems, with their acts.
  statistics: ['fault'],
}
/** The detail page of a device is composed of tabs and panels, and of the state that these share. */
const detailPage = 'console/src/device/detail/'
const composed =
  /^console\/src\/(telemetry|command|cold-chain|fault|firmware|recipe)\/(.*\/)?([a-z-]+-(tab|panel)\.tsx|use-[a-z-]+\.tsx?)$/
/** Components shared by all parts of a device's page. */
const sharedView = 'console/src/device/view/'
const partsOfDevice = ['telemetry', 'command', 'cold-chain']

const consoleDomainsApart: Rule = ({ from, path, specifier }) => {
  if (!from.path.startsWith('console/src/') || path === undefined || !path.startsWith('console/src/')) return undefined
  const own = domainOf(from.path)
  const other = domainOf(path)
  if (own === undefined || other === undefined || own === other || isTest(from.path)) return undefined
  if (/-(select|link|badge)\.tsx$/.test(path) || (consoleEdges[own] ?? []).includes(other)) return undefined
  if (partsOfDevice.includes(own) && path.startsWith(sharedView)) return undefined
  if (composed.test(path))
    return from.path.startsWith(detailPage)
      ? undefined
      : `${own} imports ${specifier}: only the detail page of a device composes tabs and panels`
  return `${own} imports ${specifier}: other domains show only their *-select, *-link and *-badge`
}

const belowDevice = ['product', 'thing-model', 'customer'] as const

const serverEdges: Readonly<Record<string, readonly string[]>> = {
  session: ['system', 'customer'],
  product: ['thing-model'],
  // The domains of devices in order: link, modbus and cold-chain, command, telemetry, device. Each imports those after it.
  device: belowDevice,
  telemetry: ['device', ...belowDevice],
  command: ['telemetry', 'device', ...belowDevice],
  'cold-chain': ['command', 'telemetry', 'device', ...belowDevice],
  modbus: ['command', 'telemetry', 'device', ...belowDevice],
  link: ['modbus', 'cold-chain', 'command', 'telemetry', 'device', ...belowDevice],
  'app-user': ['device', 'customer', 'session', 'system'],
  message: ['app-user', 'customer', 'session', 'system'],
  // Recipes go to ovens as commands.
  recipe: ['command', 'device', 'product', 'thing-model', 'message'],
  fault: ['cold-chain', 'telemetry', 'device', ...belowDevice, 'message', 'system'],
  firmware: ['device', 'product', 'message'],
  statistics: ['message'],
  // Writes what devices would have reported, in all domains that they report to.
  'demo-past': ['fault', 'recipe', 'link', 'command', 'telemetry', 'device', ...belowDevice, 'session', 'system'],
}

/**
 * Open to every domain: the data scope, the password prompt of sensitive actions, the recording of an act, the areas of
 * the country.
 */
const openToAll: readonly string[] = [
  'server/src/customer/data-scope.ts',
  'server/src/session/require-password.ts',
  'server/src/system/area/address-in.ts',
  'server/src/system/area/areas.ts',
  'server/src/system/area/find-place.ts',
  'server/src/system/area/read-place.ts',
  'server/src/system/area/spell-name.ts',
  'server/src/system/area/typed-place.ts',
  'server/src/system/area/zone-after-import.ts',
  'server/src/system/notice/act-notice.store.ts',
]

const serverDomainsApart: Rule = ({ from, path, specifier }) => {
  if (!from.path.startsWith('server/src/') || path === undefined || !path.startsWith('server/src/')) return undefined
  const own = domainOf(from.path)
  const other = domainOf(path)
  if (own === undefined || other === undefined || own === other || isTest(from.path)) return undefined
  if (path.endsWith('.tables.ts')) {
    const reads = /\.(store|tables)\.ts$/.test(from.path)
    return reads ? undefined : `${nameOf(from.path)} imports ${specifier}: other domains' tables are read in a store`
  }
  if (path.endsWith('.domain.ts')) return `${own} imports ${specifier}: manifests are for app.ts alone`
  if (path.endsWith('.routes.ts')) return `${own} imports ${specifier}: routes are for the manifest of their domain`
  if (other === 'file' || other === 'job' || openToAll.includes(path) || (serverEdges[own] ?? []).includes(other))
    return undefined
  if (own === 'statistics' && path.endsWith('.store.ts')) return undefined
  return `${own} imports ${specifier}: functions of ${other} are not for ${own}`
}

/** Everything that names all domains is app.ts, so that adding one is an edit in one place. */
const domainsMeetInApp: Rule = ({ from, path, specifier }) => {
  if (!/^server\/src\/[^/]+\.ts$/.test(from.path) || from.path === 'server/src/app.ts') return undefined
  if (path === undefined || isTest(from.path) || !path.startsWith('server/src/')) return undefined
  const domain = domainOf(path)
  return domain === undefined ? undefined : `imports ${specifier}: only app.ts names domains`
}

/** A foundation package may be imported only in its home; all other code uses the part that wraps it. */
const homes: readonly { packages: RegExp; folder: string; home: RegExp; message: string }[] = [
  {
    packages: /^(kysely|pg-copy-streams)$/,
    folder: 'server/src/',
    home: /^server\/src\/(platform\/db\/|.*\.(store|tables)\.ts$)/,
    message: 'SQL is written in *.store.ts, *.tables.ts and platform/db',
  },
  {
    // The job runner is handed a pool.
    packages: /^pg$/,
    folder: 'server/src/',
    home: /^server\/src\/platform\/(db|jobs)\//,
    message: 'connections are made in platform/db',
  },
  {
    packages: /^(fastify|@fastify\/.*|fastify-.*)$/,
    folder: 'server/src/',
    home: /^server\/src\/(platform\/http\/|app\.ts$)/,
    message: 'Fastify stays in platform/http and app.ts',
  },
  {
    packages: /^(aedes.*|mqtt|mqtt-.*)$/,
    folder: '',
    home: /^(server\/src\/platform\/mqtt\/|simulator\/)/,
    message: 'MQTT libraries stay in platform/mqtt and the simulator',
  },
  {
    packages: /^@tanstack\/(react-router|router-core|history|virtual-file-routes)$/,
    folder: 'console/src/',
    home: /^console\/src\/(.*\.page\.tsx$|routes\.ts$|shell\/)/,
    message: 'the router stays in pages, routes.ts and the shell',
  },
]

const packageHomes: Rule = ({ from, packageName, specifier }) => {
  if (packageName === undefined || isTestSupport(from.path)) return undefined
  const broken = homes.find(
    ({ packages, folder, home }) => packages.test(packageName) && from.path.startsWith(folder) && !home.test(from.path),
  )
  return broken === undefined ? undefined : `imports ${specifier}: ${broken.message}`
}

const rules: Readonly<Record<string, Rule>> = {
  'contract-alone': contractAlone,
  'workspaces-apart': workspacesApart,
  'platform-knows-no-domain': platformKnowsNoDomain,
  'shell-knows-session': shellKnowsSession,
  'console-domains-apart': consoleDomainsApart,
  'server-domains-apart': serverDomainsApart,
  'domains-meet-in-app': domainsMeetInApp,
  'package-home': packageHomes,
}

export function checkBoundaries(files: readonly SourceFile[]): Problem[] {
  const problems: Problem[] = []
  for (const file of files) {
    for (const found of importsOf(file)) {
      for (const [name, rule] of Object.entries(rules)) {
        const message = rule(found)
        if (message !== undefined) problems.push(problemAt(file, found.offset, name, message))
      }
    }
  }
  return problems
}
