import { get, nothing, post } from '../../endpoint.ts'
import { pageOf } from '../../paging.ts'
import { endpointsPerKind, type KindOfCalls } from '../endpoints-per-kind.ts'
import {
  BoundUserRow,
  BoundUserSearch,
  ChangeRow,
  ChangeSearch,
  DeviceChange,
  DeviceCredentials,
  DeviceDraft,
  DeviceEnabling,
  DeviceInstalling,
  DeviceRemoval,
  DeviceTransfer,
  DeviceUnbinding,
  DeviceUninstalling,
  FirmwareRow,
  FirmwareSearch,
  SecretReissue,
  TagsChange,
} from './record.model.ts'

/** Customers show how many devices they have, products and thing models how many there are. */
const alsoStale = ['customer', 'product', 'thing-model'] as const

function writesOf({ kind, path, one, many, zh }: KindOfCalls) {
  return {
    add: post(`${path}/add`, {
      access: `${kind}:create`,
      summary: { en: `Add one of the ${many}`, zh: `新增${zh}` },
      description: 'Answers the device secret, which is shown only this once.',
      body: DeviceDraft,
      reply: DeviceCredentials,
      alsoStale,
    }),
    update: post(`${path}/update`, {
      access: `${kind}:update`,
      summary: { en: `Edit one of the ${many}`, zh: `编辑${zh}` },
      body: DeviceChange,
      reply: nothing,
    }),
    remove: post(`${path}/del`, {
      access: `${kind}:remove`,
      summary: { en: `Delete one of the ${many}`, zh: `删除${zh}` },
      description: 'With all it has ever reported. Asks for the serial number; a gateway with sub-devices is refused.',
      body: DeviceRemoval,
      reply: nothing,
      alsoStale,
    }),
    unbind: post(`${path}/unbind`, {
      access: `${kind}:unbind`,
      summary: { en: `Unbind ${many} from their app users`, zh: `解绑${zh}` },
      description: 'Every app user loses them; installation, customer and history stay. Asks for the password.',
      body: DeviceUnbinding,
      reply: nothing,
    }),
    install: post(`${path}/install`, {
      access: `${kind}:install`,
      summary: { en: `Install ${many}`, zh: `${zh}安装登记` },
      body: DeviceInstalling,
      reply: nothing,
      alsoStale,
    }),
    uninstall: post(`${path}/uninstall`, {
      access: `${kind}:install`,
      summary: { en: `Uninstall ${many}`, zh: `${zh}撤机登记` },
      body: DeviceUninstalling,
      reply: nothing,
      alsoStale,
    }),
    transfer: post(`${path}/transfer`, {
      access: `${kind}:transfer`,
      summary: { en: `Transfer ${many} to another organisation`, zh: `${zh}转移至其他组织` },
      description:
        'All of their history goes with them; of people and notes of the former organisation the new one reads “Another organisation”. `notes: remove` empties their notes.',
      body: DeviceTransfer,
      reply: nothing,
      alsoStale,
    }),
    setEnabled: post(`${path}/change/status`, {
      access: `${kind}:set-enabled`,
      summary: { en: `Enable or disable ${many}`, zh: `启用/停用${zh}` },
      description: 'Disabled: it is notified, disconnected, and refused until it is enabled again.',
      body: DeviceEnabling,
      reply: nothing,
    }),
    reissueSecret: post(`${path}/secret/reissue`, {
      access: `${kind}:secret`,
      summary: { en: `Re-issue the secret of one of the ${many}`, zh: `重置${zh}密钥` },
      description: 'The one before stops at once. Asks for the password; the answer is the only time it is shown.',
      body: SecretReissue,
      reply: DeviceCredentials,
      perMinute: 30,
    }),
    setTags: post(`${path}/tag/update`, {
      access: `${kind}:update`,
      summary: { en: `Edit the tags of ${one}`, zh: `编辑${zh}标签` },
      body: TagsChange,
      reply: nothing,
    }),
  }
}

function readsOf({ kind, path, one, many, zh }: KindOfCalls) {
  return {
    changes: get(`${path}/change/page`, {
      access: `${kind}:view`,
      summary: { en: `Record changes of one of the ${many}`, zh: `${zh}档案变更记录` },
      query: ChangeSearch,
      reply: pageOf(ChangeRow),
    }),
    boundUsers: get(`${path}/binding/user`, {
      access: `${kind}:view`,
      summary: { en: `App users of one of the ${many}`, zh: `${zh}绑定用户` },
      query: BoundUserSearch,
      reply: pageOf(BoundUserRow),
    }),
    firmwares: get(`${path}/firmware/page`, {
      access: `${kind}:view`,
      summary: { en: `Firmware versions of ${one}`, zh: `${zh}固件版本记录` },
      query: FirmwareSearch,
      reply: pageOf(FirmwareRow),
    }),
  }
}

/** Spec 7, device and device/cooler: adding a device, changing its record, and removing it. */
export const recordCalls = endpointsPerKind('device', (kind) => ({ ...writesOf(kind), ...readsOf(kind) }))
