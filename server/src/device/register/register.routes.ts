import { registerCalls } from '@brigade/contract/device/register/register.endpoints.ts'
import type { DeviceKind } from '@brigade/contract/product/product.model.ts'
import { implement } from '../../platform/http/implement.ts'
import { refuse } from '../../platform/refusal.ts'
import { listPage, seeDevice } from '../list-devices.ts'
import { addDevice } from './add-device.ts'
import { mapDevices } from './device-map.ts'
import { installDevices, uninstallDevices } from './install-devices.ts'
import { listBoundUsers, listChanges } from './register-record.store.ts'
import { reissueSecret } from './reissue-secret.ts'
import { removeDevice } from './remove-device.ts'
import { setDevicesEnabled } from './set-devices-enabled.ts'
import { transferDevices } from './transfer-devices.ts'
import { unbindDevices } from './unbind-devices.ts'
import { updateDevice } from './update-device.ts'

const notYet = () => refuse('system.unavailable')

/** The kind follows from the path; an id of the other kind is refused as one of nothing. */
const routesOf = (kind: DeviceKind) =>
  implement(registerCalls[kind], {
    uninstalled: (ctx, { query }) => listPage(ctx, { kind, installed: false }, query),
    map: (ctx, { query }) => mapDevices(ctx, kind, query),
    add: (ctx, { body }) => addDevice(ctx, kind, body),
    update: (ctx, { body }) => updateDevice(ctx, kind, body),
    remove: (ctx, { body }) => removeDevice(ctx, kind, body),
    unbind: (ctx, { body }) => unbindDevices(ctx, kind, body),
    install: (ctx, { body }) => installDevices(ctx, kind, body),
    uninstall: (ctx, { body }) => uninstallDevices(ctx, kind, body.ids),
    transfer: (ctx, { body }) => transferDevices(ctx, kind, body),
    setEnabled: (ctx, { body }) => setDevicesEnabled(ctx, kind, body),
    reissueSecret: (ctx, { body }) => reissueSecret(ctx, kind, body),
    export: notYet,
    startExport: notYet,
    exportUninstalled: notYet,
    startExportUninstalled: notYet,
    importTemplate: notYet,
    uninstalledTemplate: notYet,
    checkImport: notYet,
    import: notYet,
    checkUninstalledImport: notYet,
    importUninstalled: notYet,
    exportTriples: notYet,
    checkTriples: notYet,
    importTriples: notYet,
    changes: async (ctx, { query }) => listChanges(ctx.db, await seeDevice(ctx, kind, query.id), query),
    boundUsers: async (ctx, { query }) => listBoundUsers(ctx.db, await seeDevice(ctx, kind, query.id), query),
  })

export const registerRoutes = [...routesOf('oven'), ...routesOf('cooler')]
