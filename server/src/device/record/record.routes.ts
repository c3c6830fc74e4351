import { otherOrganisation } from '@brigade/contract/customer/other-organisation.ts'
import { recordCalls } from '@brigade/contract/device/record/record.endpoints.ts'
import type { Ctx } from '../../platform/http/context.ts'
import { implementEach } from '../../platform/http/implement.ts'
import { seeDevice } from '../list/list-devices.ts'
import { listFirmwares } from '../firmware/firmware.store.ts'
import { setTags } from './set-tags.ts'
import { addDevice } from './add-device.ts'
import { installDevices, uninstallDevices } from './install-devices.ts'
import { listBoundUsers, listChanges } from './record-lists.store.ts'
import { reissueSecret } from './reissue-secret.ts'
import { removeDevice, type KeepPast } from './remove-device.ts'
import { setDevicesEnabled } from './set-devices-enabled.ts'
import { transferDevices } from './transfer-devices.ts'
import { unbindDevices } from './unbind-devices.ts'
import { updateDevice } from './update-device.ts'

const readerOf = ({ caller, locale }: Pick<Ctx, 'caller' | 'locale'>) => ({
  organisationId: caller.organisationId,
  otherwise: otherOrganisation[locale],
  locale,
})

export const recordRoutes = (keepPast: KeepPast) =>
  implementEach(recordCalls, (kind) => ({
    add: (ctx, { body }) => addDevice(ctx, kind, body),
    update: (ctx, { body }) => updateDevice(ctx, kind, body),
    remove: (ctx, { body }) => removeDevice(ctx, kind, body, keepPast),
    unbind: (ctx, { body }) => unbindDevices(ctx, kind, body),
    install: (ctx, { body }) => installDevices(ctx, kind, body),
    uninstall: (ctx, { body }) => uninstallDevices(ctx, kind, body.ids),
    transfer: (ctx, { body }) => transferDevices(ctx, kind, body),
    setEnabled: (ctx, { body }) => setDevicesEnabled(ctx, kind, body),
    reissueSecret: (ctx, { body }) => reissueSecret(ctx, kind, body),
    changes: async (ctx, { query }) => listChanges(ctx.db, readerOf(ctx), await seeDevice(ctx, kind, query.id), query),
    boundUsers: async (ctx, { query }) =>
      listBoundUsers(ctx.db, ctx.caller, await seeDevice(ctx, kind, query.id), query),
    setTags: async (ctx, { body }) => setTags(ctx, await seeDevice(ctx, kind, body.id), body),
    firmwares: async (ctx, { query }) => listFirmwares(ctx.db, await seeDevice(ctx, kind, query.id), query),
  }))
