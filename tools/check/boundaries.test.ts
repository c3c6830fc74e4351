import assert from 'node:assert/strict'
import { test } from 'node:test'
import { checkBoundaries } from './boundaries.ts'
import { found } from './planted.ts'

/** Each line: the file, its import, and the rule that must report it. */
const planted: readonly [path: string, specifier: string, rule: string][] = [
  ['contract/src/recipe/recipe.model.ts', 'dayjs', 'contract-alone'],
  ['contract/src/recipe/recipe.model.ts', 'node:crypto', 'contract-alone'],
  ['contract/src/recipe/recipe.model.ts', '@brigade/server/app.ts', 'contract-alone'],
  ['console/src/device/device-list.page.tsx', '@brigade/server/device/list/device.store.ts', 'workspaces-apart'],
  ['console/src/device/device-list.page.tsx', '@brigade/simulator/device/oven.ts', 'workspaces-apart'],
  ['server/src/device/device.link.ts', '@brigade/simulator/device/oven.ts', 'workspaces-apart'],
  ['server/src/device/device.link.ts', '../../../console/src/theme.ts', 'workspaces-apart'],
  ['simulator/src/device/oven.ts', '@brigade/server/app.ts', 'workspaces-apart'],
  ['server/src/platform/http/access.ts', '../../session/session.store.ts', 'platform-knows-no-domain'],
  ['server/src/platform/mqtt/mqtt-server.ts', '@brigade/contract/link/alink.topics.ts', 'platform-knows-no-domain'],
  ['console/src/ui/data-table/data-table.tsx', '../../device/device-link.tsx', 'platform-knows-no-domain'],
  ['console/src/ui/list-page.tsx', '@brigade/contract/recipe/recipe.model.ts', 'platform-knows-no-domain'],
  ['console/src/platform/call.ts', '@brigade/contract/device/device.model.ts', 'platform-knows-no-domain'],
  ['console/src/shell/header.tsx', '../device/device-link.tsx', 'shell-knows-session'],
  ['console/src/shell/header.tsx', '../session/profile.page.tsx', 'shell-knows-session'],
  ['console/src/recipe/recipe-list.page.tsx', '../product/product-form.tsx', 'console-domains-apart'],
  ['console/src/recipe/recipe-list.page.tsx', '../product/product.text.ts', 'console-domains-apart'],
  ['console/src/thing-model/draft/draft-table.tsx', '../../product/product-form.tsx', 'console-domains-apart'],
  ['console/src/device/list/device-list.tsx', '../../telemetry/event/events-tab.tsx', 'console-domains-apart'],
  ['console/src/product/detail/devices.tsx', '../../command/command-panel.tsx', 'console-domains-apart'],
  [
    'console/src/device/list/device-list.tsx',
    '../../firmware/device/device-firmware-panel.tsx',
    'console-domains-apart',
  ],
  ['console/src/device/list/device-list.tsx', '../../recipe/oven/device-recipes-tab.tsx', 'console-domains-apart'],
  ['console/src/device/detail/overview-tab.tsx', '../../command/command-draft.ts', 'console-domains-apart'],
  ['console/src/telemetry/shadow/shadow-panel.tsx', '../../command/desired/desired-sheet.tsx', 'console-domains-apart'],
  ['console/src/telemetry/event/events-tab.tsx', '../../device/record/target.ts', 'console-domains-apart'],
  ['console/src/recipe/recipe-list.page.tsx', '../device/view/device-view.ts', 'console-domains-apart'],
  ['server/src/recipe/publish-recipe.ts', '../firmware/offer-firmware.ts', 'server-domains-apart'],
  ['server/src/recipe/publish-recipe.ts', '../device/device.tables.ts', 'server-domains-apart'],
  ['server/src/statistics/statistics.routes.ts', '../firmware/offer-firmware.ts', 'server-domains-apart'],
  ['server/src/device/send-command.ts', '../product/product.routes.ts', 'server-domains-apart'],
  ['server/src/thing-model/thing-model.store.ts', '../product/product.store.ts', 'server-domains-apart'],
  ['server/src/device/device.routes.ts', '../session/session.store.ts', 'server-domains-apart'],
  ['server/src/file/file.store.ts', '../customer/customer.store.ts', 'server-domains-apart'],
  ['server/src/device/topology/sub-devices.ts', '../../telemetry/shadow/read-shadow.ts', 'server-domains-apart'],
  ['server/src/telemetry/live/device-live.ts', '../../command/command-list.store.ts', 'server-domains-apart'],
  ['server/src/command/send-command.ts', '../modbus/modbus-routing.ts', 'server-domains-apart'],
  ['server/src/modbus/modbus-link.ts', '../link/intake/ingest.ts', 'server-domains-apart'],
  ['server/src/cold-chain/read-temperature.ts', '../modbus/plan-reads.ts', 'server-domains-apart'],
  ['server/src/housekeeping.ts', './device/device.store.ts', 'domains-meet-in-app'],
  ['server/src/main.ts', './device/device.store.ts', 'domains-meet-in-app'],
  ['server/src/recipe/recipe.routes.ts', 'kysely', 'package-home'],
  ['server/src/platform/live/live-hub.ts', 'pg', 'package-home'],
  ['server/src/recipe/recipe.store.ts', 'pg', 'package-home'],
  ['server/src/recipe/recipe.routes.ts', 'fastify', 'package-home'],
  ['server/src/platform/live/live-hub.ts', '@fastify/sse', 'package-home'],
  ['server/src/device/device.link.ts', 'aedes', 'package-home'],
  ['server/src/device/device.link.ts', 'mqtt-packet', 'package-home'],
  ['console/src/device/device-link.tsx', '@tanstack/react-router', 'package-home'],
]

for (const [path, specifier, rule] of planted) {
  test(`${rule} finds that ${path} imports ${specifier}`, () => {
    assert.deepEqual(found(checkBoundaries, { [path]: `\nimport { x } from '${specifier}'\n` }), [`${path}:2 ${rule}`])
  })
}

for (const [way, text] of [
  ['a type import', "import type { X } from '../firmware/offer-firmware.ts'"],
  ['a type in place', "type X = import('../firmware/offer-firmware.ts').X"],
  ['an export from elsewhere', "export { sendCommand } from '../firmware/offer-firmware.ts'"],
  ['an export of everything', "export * from '../firmware/offer-firmware.ts'"],
  ['a dynamic import', "const x = await import('../firmware/offer-firmware.ts')"],
  ['an import for its effect', "import '../firmware/offer-firmware.ts'"],
] as const) {
  test(`${way} is an import`, () => {
    const path = 'server/src/recipe/publish-recipe.ts'
    assert.deepEqual(found(checkBoundaries, { [path]: text }), [`${path}:1 server-domains-apart`])
  })
}

const allowed: readonly [path: string, specifier: string][] = [
  ['contract/src/recipe/recipe.model.ts', 'zod'],
  ['contract/src/recipe/recipe.model.ts', '../product/product.model.ts'],
  ['contract/src/recipe/recipe.test.ts', 'node:assert/strict'],
  ['server/src/testing/fake-oven.ts', '@brigade/simulator/device/oven.ts'],
  ['server/src/platform/http/access.ts', '@brigade/contract/endpoint.ts'],
  ['console/src/platform/session.ts', '@brigade/contract/session/session.model.ts'],
  ['console/src/shell/frame.tsx', '../session/sign-in-dialog.tsx'],
  ['console/src/recipe/recipe-list.page.tsx', '../product/product-select.tsx'],
  ['console/src/recipe/recipe-list.page.tsx', '../device/device-link.tsx'],
  ['console/src/product/product-draft.page.tsx', '../thing-model/draft/draft-functions.tsx'],
  ['console/src/recipe/recipe-list.page.tsx', '@tanstack/react-router'],
  ['console/src/device/detail/device-detail.tsx', '../../telemetry/event/events-tab.tsx'],
  ['console/src/device/detail/overview-tab.tsx', '../../command/command-panel.tsx'],
  ['console/src/device/detail/device-detail.tsx', '../../firmware/device/device-firmware-panel.tsx'],
  ['console/src/device/detail/device-detail.tsx', '../../command/use-commands.ts'],
  ['console/src/device/detail/overview-tab.tsx', '../../recipe/oven/use-cooking.ts'],
  ['console/src/recipe/oven/cook-dialog.tsx', '../../command/command-confirm.tsx'],
  ['console/src/cold-chain/temperature-tab.tsx', '../device/view/device-view.ts'],
  ['console/src/command/command-flight.tsx', '../telemetry/message/message-words.ts'],
  ['console/src/device/list/device-list.tsx', '../../command/batch/batch-link.tsx'],
  ['server/src/recipe/recipe.store.ts', '../device/device.tables.ts'],
  ['server/src/recipe/recipe.store.ts', 'kysely'],
  ['server/src/device/send-command.ts', '../thing-model/thing-model.store.ts'],
  ['server/src/statistics/figures.ts', '../device/device.store.ts'],
  ['server/src/link/device.link.ts', '../modbus/modbus-link.ts'],
  ['server/src/modbus/modbus-routing.ts', '../command/value-routing.ts'],
  ['server/src/cold-chain/read-temperature.ts', '../telemetry/history/device-history.store.ts'],
  ['server/src/command/set-desired.ts', '../telemetry/shadow/desired.store.ts'],
  ['server/src/telemetry/live/device-live.ts', '../../device/list/device-row.ts'],
  ['server/src/recipe/recipe-image.ts', '../file/read-file.ts'],
  ['server/src/file/file.store.ts', '../customer/data-scope.ts'],
  ['server/src/device/device.routes.ts', '../session/require-password.ts'],
  ['server/src/app.ts', './recipe/recipe.routes.ts'],
  ['server/src/app.ts', 'fastify'],
  ['server/src/platform/mqtt/mqtt-server.ts', 'aedes'],
  ['simulator/src/device/link/connection.ts', 'mqtt'],
  ['server/src/device/device.test.ts', '../recipe/publish-recipe.ts'],
]

for (const [path, specifier] of allowed) {
  test(`${path} may import ${specifier}`, () => {
    assert.deepEqual(found(checkBoundaries, { [path]: `import { x } from '${specifier}'` }), [])
  })
}

test('adding to a module by declaration merging is no import of it', () => {
  const text = "declare module '../device/send-command.ts' { interface Database { recipe: string } }"
  assert.deepEqual(found(checkBoundaries, { 'server/src/recipe/recipe.tables.ts': text }), [])
})
