import type { Endpoint } from '@brigade/contract/endpoint.ts'
import type { Effect } from './record-effects.ts'

/**
 * The operation codes that guard a write: a call must have any one of them (`access` or `also`). `noun:*` stands for
 * all codes of a noun, `signed-in` for a call about the caller's own data. Keys are `table.column`, `table +`, `table
 * -`, or the table for the rest of it. Rows that are written along with others are listed with the code of those.
 */
type Guards = Readonly<Record<string, readonly string[]>>

const each = (nouns: readonly string[], ...verbs: readonly string[]): readonly string[] =>
  nouns.flatMap((noun) => verbs.map((verb) => `${noun}:${verb}`))
const organisations = (...verbs: readonly string[]) => each(['customer', 'distributor', 'agent'], ...verbs)
const devices = (...verbs: readonly string[]) => each(['oven', 'cooler'], ...verbs)

const ofAccess: Guards = {
  menu: ['menu:update'],
  'menu.updated_at': ['menu:*'],
  'menu +': ['menu:create'],
  'menu -': ['menu:remove'],
  'menu.enabled': ['menu:set-enabled'],
  role: ['role:update'],
  'role +': ['role:create'],
  'role -': ['role:remove'],
  'role.enabled': ['role:set-enabled'],
  'role.updated_at': ['role:*'],
  'role_menu +': ['role:permit'],
  'role_menu -': ['role:permit', 'role:remove', 'menu:remove'],
  account: ['account:update', 'account:remove', 'signed-in'],
  'account +': ['account:create'],
  'account.role_id': ['account:update', 'account:remove'],
  'account.organisation_id': ['account:update'],
  'account.enabled': ['account:set-enabled', 'account:remove'],
  'account.disabled_reason': ['account:set-enabled', 'account:remove'],
  'account.removed_at': ['account:remove'],
  'account.password_hash': ['account:reset-password', 'account:remove', 'signed-in'],
  'account.must_change_password': ['account:reset-password', 'account:remove', 'signed-in'],
  'account.preset_until': ['account:reset-password', 'account:remove', 'signed-in'],
  'account.updated_at': ['account:*', 'signed-in'],
  two_step: ['account:reset-two-step', 'account:remove', 'signed-in'],
  recovery_code: ['account:reset-two-step', 'account:remove', 'signed-in'],
  email_link: ['account:update', 'account:remove', 'signed-in'],
  account_notify: ['account:remove', 'signed-in'],
}

const ofOrganisations: Guards = {
  organisation: organisations('update'),
  'organisation +': organisations('create', 'import'),
  'organisation -': organisations('remove'),
  'organisation.enabled': organisations('set-enabled'),
  'organisation.disabled_reason': organisations('set-enabled'),
  'organisation.refuses_opening': ['account:update'],
  'organisation.updated_at': organisations('*'),
  'organisation.devices': [...devices('create', 'import', 'install', 'transfer', 'remove')],
  organisation_product: organisations('create', 'update', 'remove'),
  console_opening: ['customer:open-console', 'account:update', ...organisations('set-enabled', 'update'), 'signed-in'],
  part: ['parts-purchase:update'],
  part_list: ['parts-purchase:update'],
  wall_setting: ['statistics:wall-link'],
  wall_link: ['statistics:wall-link', ...organisations('set-enabled')],
  statistic_target: ['statistics:target'],
}

const ofDevices: Guards = {
  device: devices('update', 'import'),
  'device +': devices('create', 'import'),
  'device -': devices('remove'),
  'device.device_secret': devices('secret'),
  'device.note': devices('update', 'import', 'transfer'),
  'device.updated_at': devices('*'),
  ...Object.fromEntries(
    [
      'province',
      'city',
      'region',
      'place',
      'place_search',
      'address',
      'channel_type',
      'channel_id',
      'installed_at',
      'warranty_days',
    ].map((column) => [`device.${column}`, devices('install', 'update', 'import')]),
  ),
  'device.time_zone': devices('install', 'update', 'import'),
  'device.warranty_until': devices('install', 'update', 'import'),
  'device_state +': devices('create', 'import'),
  'device_state -': devices('remove'),
  device_state: devices('*'),
  'device_state.organisation_id': devices('transfer', 'install', 'import'),
  'device_state.installed': devices('install', 'import'),
  'device_state.enabled': devices('set-enabled'),
  'device_state.bound': [...devices('unbind', 'transfer', 'remove'), 'app-user:remove'],
  device_binding: [...devices('unbind', 'transfer', 'remove'), 'app-user:remove', 'app-user:import'],
  device_gateway: devices('update', 'transfer', 'install', 'create', 'remove'),
  device_tag: devices('update', 'remove'),
  device_shadow: devices('command', 'create', 'import', 'remove', 'reset'),
  command: [...devices('command', 'reset', 'remove'), 'recipe:send'],
  command_batch: devices('command', 'remove'),
  command_batch_device: devices('command', 'remove'),
}

const ofProducts: Guards = {
  product_series: ['product-series:*'],
  product: ['product:update'],
  'product +': ['product:create', 'product:copy'],
  'product -': ['product:remove'],
  'product.product_secret': ['product:secret', 'product:create', 'product:copy', 'product:update'],
  'product.updated_at': ['product:*', 'thing-model:*', 'product-template:*', 'product-language:*'],
  thing_model: ['thing-model:*', 'product:copy', 'product:remove'],
  product_template: ['product-template:*', 'product:copy', 'product:create', 'product:remove'],
  product_language: ['product-language:*', 'product:copy', 'product:remove'],
  product_config: ['product:update', 'product:remove'],
  // Sent to all listeners, without a value of any device; with the password.
  product_broadcast: ['product:update'],
  fault_code: ['fault-code:*'],
  fault_cause: ['fault-code:*'],
  firmware_model: ['firmware-model:*'],
  firmware_model_product: ['firmware-model:*', 'product:remove'],
  firmware_version: ['firmware-version:update', 'firmware-version:create'],
  'firmware_version +': ['firmware-version:create'],
  'firmware_version -': ['firmware-version:remove', 'firmware-model:remove'],
  'firmware_version.status': ['firmware-version:set-enabled', 'firmware-version:create'],
  'firmware_version.enabled': ['firmware-version:set-enabled'],
  // A new version, or one that is restored, archives the present one.
  'firmware_version.archived_at': ['firmware-version:remove', 'firmware-version:create', 'firmware-version:update'],
  'firmware_version.archiver_id': ['firmware-version:remove', 'firmware-version:create', 'firmware-version:update'],
  'firmware_version.updated_at': ['firmware-version:*'],
  upgrade_list: ['firmware-task:create', 'firmware-task:update', 'firmware-task:remove'],
  upgrade_list_device: ['firmware-task:create', 'firmware-task:update', 'firmware-task:remove'],
  upgrade_task: ['firmware-task:*'],
  // A task is drawn up with its waves and devices; that they begin is `upgrade_task`, by approval and start.
  upgrade_wave: ['firmware-task:create', 'firmware-task:update', 'firmware-task:start', 'firmware-task:remove'],
  upgrade_device: ['firmware-task:create', 'firmware-task:update', 'firmware-task:start', 'firmware-task:remove'],
  upgrade_event: ['firmware-task:*'],
}

const ofRecipes: Guards = {
  recipe: ['recipe:update', 'recipe:import'],
  'recipe +': ['recipe:create', 'recipe:import'],
  'recipe.category_id': ['recipe:update', 'recipe:categorise', 'recipe:import', 'recipe-category:remove'],
  'recipe.product_ids': ['recipe:update', 'recipe:assign', 'recipe:import'],
  'recipe.removed_at': ['recipe:remove'],
  'recipe.published_version': ['recipe:publish'],
  'recipe.published_at': ['recipe:publish'],
  'recipe.status': ['recipe:publish'],
  'recipe.updated_at': ['recipe:*'],
  // Columns that are derived from the texts: gaps, search words and the version.
  'recipe.languages': ['recipe:update', 'recipe:import', 'recipe:translate'],
  'recipe.gaps': ['recipe:*'],
  'recipe.search': ['recipe:*'],
  'recipe.words': ['recipe:*'],
  'recipe.spelling': ['recipe:*'],
  'recipe.sha256': ['recipe:*'],
  recipe_text: ['recipe:create', 'recipe:update', 'recipe:translate', 'recipe:import'],
  recipe_version: ['recipe:publish', 'recipe:translate', 'recipe:assign', 'recipe:categorise'],
  recipe_unsaved: ['recipe:create', 'recipe:update', 'recipe:view', 'signed-in'],
  recipe_category: ['recipe-category:*'],
  ingredient: ['ingredient:*'],
  recipe_target: ['recipe:send'],
  recipe_device: ['recipe:send', ...devices('remove')],
  'recipe_device.organisation_id': devices('install', 'transfer', 'import'),
  recipe_oven: ['recipe:send', ...devices('remove')],
  recipe_excluded: ['recipe:send', ...devices('remove')],
}

const ofPeople: Guards = {
  app_user: ['app-user:*'],
  'app_user.has_device': [...devices('unbind', 'transfer', 'remove'), 'app-user:*'],
  'app_user.enabled': ['app-user:forbid', 'app-user:remove'],
  'app_user.removed_at': ['app-user:remove'],
  app_version: ['app-user:version'],
  app_token: ['app-user:forbid', 'app-user:remove'],
  push_task: ['message-push:*'],
  message_target: ['message:channel'],
  // An approval and a rejection notify the account that submitted.
  'message +': ['message:*', 'message-push:*', 'signed-in', 'firmware-task:*'],
  message: ['message:*', 'message-push:*', 'signed-in'],
  fault_open: ['fault:*'],
  'fault_open.organisation_id': devices('install', 'transfer', 'import'),
  fault_record: ['fault:*'],
  'fault_record.organisation_id': devices('install', 'transfer', 'import'),
  fault_act: ['fault:*'],
  fault_photo: ['fault:*'],
}

const guards: Guards = {
  ...ofAccess,
  ...ofOrganisations,
  ...ofDevices,
  ...ofProducts,
  ...ofRecipes,
  ...ofPeople,
}

/** Tables whose rows grant nothing: traces, sums, the caller's own work, and data that programs pass to each other. */
const unguarded: Readonly<Record<string, string>> = {
  cooler_day: 'what is known of the temperature of days',
  act_notice: 'what is announced',
  account_habit: 'the caller’s own',
  demo_row: 'what seeds inserted',
  demo_end: 'told to a worker',
  saved_filter: 'the caller’s own',
  session: 'ends with what it rests on; beginning one is signing in',
  one_time_code: 'ends with what it rests on; beginning one is signing in',
  two_step_ticket: 'a sign-in under way',
  known_browser: 'a sign-in under way',
  sign_in_brake: 'failures of a password',
  sign_in_failure: 'failures of a password',
  captcha: 'a sign-in under way',
  oidc_request: 'a sign-in under way',
  job: 'the caller’s own work, which has its own code',
  job_refusal: 'the caller’s own work, which has its own code',
  file: 'an upload has a code for each kind of file',
  operation_change: 'the log',
  operation_unlined: 'the log',
  operation_scope: 'the log',
  operation_fresh: 'the log',
  operation_log: 'the log',
  operation_body: 'the log',
  operation_erased: 'the log',
  app_brake: 'what was tried too often',
  chain_check: 'the log',
  chain_part: 'the log',
  device_change: 'the log of a device',
  device_gone: 'the past of a device',
  device_owner: 'the past of a device',
  organisation_tree: 'follows the organisation',
  organisation_tree_past: 'follows the organisation',
  device_total: 'sums',
  device_total_change: 'sums',
  command_total: 'sums',
  recipe_total: 'sums',
  message_count: 'sums',
  statistic_departed: 'sums',
  recipe_change: 'told to a worker',
  fault_change: 'told to a worker',
  demo_past: 'the plan of a worker',
  fault_wait: 'told to a worker',
  firmware_message: 'told to a device',
  upgrade_asked: 'told to a worker',
  message_delivery: 'follows the message',
  property_identifier: 'the words of thing models',
  recipe_document: 'what ovens fetch of versions',
}

const matches = (guard: string, held: string): boolean =>
  guard === held || (guard.endsWith(':*') && held.startsWith(guard.slice(0, -1)))

/** Lists writes of a call that no code of the call guards, in words. A call that is not in the catalogue has none. */
export function holesOf(endpoints: readonly Endpoint[], effects: readonly Effect[]): string[] {
  const codes = new Map(
    endpoints.map(({ domain, name, access, also = {} }) => [`${domain}.${name}`, [access, ...Object.keys(also)]]),
  )
  return effects.flatMap(({ call, effect }) => {
    const held = codes.get(call)
    const table = effect.split(/[ .]/)[0] ?? ''
    if (held === undefined || held.includes('public') || table in unguarded) return []
    const wanted = guards[effect] ?? guards[table]
    if (wanted === undefined) return [`${call} writes ${effect}: who guards it? Add it to testing/effects/guards.ts`]
    if (held.some((code) => wanted.some((guard) => matches(guard, code)))) return []
    return [`${call} (${held.join(', ')}) writes ${effect}, which ${wanted.join(' or ')} guards`]
  })
}
