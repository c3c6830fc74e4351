import { registerCalls } from '@brigade/contract/device/register/register.endpoints.ts'
import type { DeviceKind } from '@brigade/contract/product/product.model.ts'
import { implement } from '../../platform/http/implement.ts'
import { listPage, seeDevice } from '../list-devices.ts'
import { downloadExport, downloadTemplate, startExport, startUninstalledExport } from '../transfer/export-devices.ts'
import { startTripleExport } from '../transfer/export-triples.ts'
import { startCheck, startImport } from '../transfer/import-devices.ts'
import { startTripleCheck, startTripleImport } from '../transfer/import-triples.ts'
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
    export: (ctx, { query }) => downloadExport(ctx, { kind, installed: true }, query),
    startExport: (ctx, { body }) => startExport(ctx, kind, body),
    exportUninstalled: (ctx, { query }) => downloadExport(ctx, { kind, installed: false }, query),
    startExportUninstalled: (ctx, { body }) => startUninstalledExport(ctx, kind, body),
    importTemplate: (ctx, { query }) => downloadTemplate(ctx, { kind, installed: true }, query.format),
    uninstalledTemplate: (ctx, { query }) => downloadTemplate(ctx, { kind, installed: false }, query.format),
    checkImport: (ctx, { upload }) => startCheck(ctx, { kind, installed: true }, upload),
    import: (ctx, { body }) => startImport(ctx, { kind, installed: true }, body.checkedJobId),
    checkUninstalledImport: (ctx, { upload }) => startCheck(ctx, { kind, installed: false }, upload),
    importUninstalled: (ctx, { body }) => startImport(ctx, { kind, installed: false }, body.checkedJobId),
    exportTriples: (ctx, { body }) => startTripleExport(ctx, kind, body),
    checkTriples: (ctx, { upload }) => startTripleCheck(ctx, kind, upload),
    importTriples: (ctx, { body }) => startTripleImport(ctx, kind, body),
    changes: async (ctx, { query }) => listChanges(ctx.db, await seeDevice(ctx, kind, query.id), query),
    boundUsers: async (ctx, { query }) =>
      listBoundUsers(ctx.db, ctx.caller, await seeDevice(ctx, kind, query.id), query),
  })

export const registerRoutes = [...routesOf('oven'), ...routesOf('cooler')]
