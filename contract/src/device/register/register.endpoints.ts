import { z } from 'zod'
import { download, endpoints, get, nothing, post, upload } from '../../endpoint.ts'
import { Id } from '../../field.ts'
import { JobStarted, TableFormat, tableLimits, tableMediaTypes } from '../../job/job.model.ts'
import { pageOf } from '../../paging.ts'
import type { DeviceKind } from '../../product/product.model.ts'
import { DeviceRow } from '../device.model.ts'
import {
  BoundUserRow,
  BoundUserSearch,
  ChangeRow,
  ChangeSearch,
  DeviceChange,
  DeviceCredentials,
  DeviceDraft,
  DeviceEnabling,
  DeviceExport,
  DeviceInstalling,
  DeviceMap,
  DeviceMapQuery,
  DeviceRemoval,
  DeviceTransfer,
  DeviceUnbinding,
  DeviceUninstalling,
  SecretReissue,
  TripleExport,
  TripleImport,
  UninstalledExport,
  UninstalledSearch,
} from './register.model.ts'

const files = Object.values(tableMediaTypes)
const Template = z.strictObject({ format: TableFormat.default('xlsx') })
const Checked = z.strictObject({ checkedJobId: Id })
/** Customers show how many devices they have, products and thing models how many there are. */
const alsoStale = ['customer', 'product', 'thing-model'] as const

/** Ovens and coolers have the same calls, on their own paths and with their own codes. */
function callsOf<K extends DeviceKind>(kind: K, path: string, en: string, zh: string) {
  return {
    uninstalled: get(`${path}/page/uninstalled`, {
      access: `${kind}:view`,
      summary: { en: `${en} that are not installed`, zh: `未安装的${zh}列表` },
      query: UninstalledSearch,
      reply: pageOf(DeviceRow),
    }),
    map: get(`${path}/map`, {
      access: `${kind}:view`,
      summary: { en: `${en} by the place they stand in`, zh: `${zh}地图分布` },
      description:
        'Installed ones that the filters find: by province, within a province by city, within a city by region; abroad by the place in words.',
      query: DeviceMapQuery,
      reply: DeviceMap,
    }),
    add: post(`${path}/add`, {
      access: `${kind}:create`,
      summary: { en: `Add one of the ${en.toLowerCase()}`, zh: `新增${zh}` },
      description: 'Answers the device secret, which is told nowhere again.',
      body: DeviceDraft,
      reply: DeviceCredentials,
      alsoStale,
    }),
    update: post(`${path}/update`, {
      access: `${kind}:update`,
      summary: { en: `Edit one of the ${en.toLowerCase()}`, zh: `编辑${zh}` },
      body: DeviceChange,
      reply: nothing,
    }),
    remove: post(`${path}/del`, {
      access: `${kind}:remove`,
      summary: { en: `Delete one of the ${en.toLowerCase()}`, zh: `删除${zh}` },
      description: 'With all it has ever reported. Asks for the serial number; a gateway with sub-devices is refused.',
      body: DeviceRemoval,
      reply: nothing,
      alsoStale,
    }),
    unbind: post(`${path}/unbind`, {
      access: `${kind}:unbind`,
      summary: { en: `Unbind ${en.toLowerCase()} from their app users`, zh: `解绑${zh}` },
      description: 'Every app user loses them; installation, customer and history stay. Asks for the password.',
      body: DeviceUnbinding,
      reply: nothing,
    }),
    install: post(`${path}/install`, {
      access: `${kind}:install`,
      summary: { en: `Install ${en.toLowerCase()}`, zh: `${zh}安装登记` },
      body: DeviceInstalling,
      reply: nothing,
      alsoStale,
    }),
    uninstall: post(`${path}/uninstall`, {
      access: `${kind}:install`,
      summary: { en: `Take ${en.toLowerCase()} out of their installation`, zh: `${zh}拆机登记` },
      body: DeviceUninstalling,
      reply: nothing,
      alsoStale,
    }),
    transfer: post(`${path}/transfer`, {
      access: `${kind}:transfer`,
      summary: { en: `Transfer ${en.toLowerCase()} to another organisation`, zh: `${zh}转移至其他组织` },
      description: 'All of their history goes with them.',
      body: DeviceTransfer,
      reply: nothing,
      alsoStale,
    }),
    setEnabled: post(`${path}/change/status`, {
      access: `${kind}:set-enabled`,
      summary: { en: `Enable or disable ${en.toLowerCase()}`, zh: `启用/停用${zh}` },
      description: 'Disabled: it is told, cut off, and refused until it is enabled again.',
      body: DeviceEnabling,
      reply: nothing,
    }),
    reissueSecret: post(`${path}/secret/reissue`, {
      access: `${kind}:secret`,
      summary: { en: `Re-issue the secret of one of the ${en.toLowerCase()}`, zh: `重置${zh}密钥` },
      description: 'The one before stops at once. Asks for the password; the answer is the only time it is told.',
      body: SecretReissue,
      reply: DeviceCredentials,
      perMinute: 30,
    }),
    export: download(`${path}/export`, {
      access: `${kind}:export`,
      summary: { en: `Export installed ${en.toLowerCase()} at once`, zh: `直接导出${zh}` },
      query: DeviceExport,
      mediaTypes: files,
    }),
    startExport: post(`${path}/export`, {
      access: `${kind}:export`,
      summary: { en: `Export installed ${en.toLowerCase()} as a job`, zh: `导出${zh}` },
      body: DeviceExport,
      reply: JobStarted,
    }),
    exportUninstalled: download(`${path}/uninstalled/export`, {
      access: `${kind}:export`,
      summary: { en: `Export uninstalled ${en.toLowerCase()} at once`, zh: `直接导出未安装${zh}` },
      query: UninstalledExport,
      mediaTypes: files,
    }),
    startExportUninstalled: post(`${path}/uninstalled/export`, {
      access: `${kind}:export`,
      summary: { en: `Export uninstalled ${en.toLowerCase()} as a job`, zh: `导出未安装${zh}` },
      body: UninstalledExport,
      reply: JobStarted,
    }),
    importTemplate: download(`${path}/import/template`, {
      access: `${kind}:import`,
      summary: { en: `Template of an import of ${en.toLowerCase()}`, zh: `${zh}导入模板` },
      query: Template,
      mediaTypes: files,
    }),
    uninstalledTemplate: download(`${path}/uninstalled/import/template`, {
      access: `${kind}:import`,
      summary: { en: `Template of an import of uninstalled ${en.toLowerCase()}`, zh: `未安装${zh}导入模板` },
      query: Template,
      mediaTypes: files,
    }),
    checkImport: upload(`${path}/import/check`, {
      access: `${kind}:import`,
      summary: { en: `Check an import of ${en.toLowerCase()}, as a job`, zh: `校验${zh}导入文件` },
      description:
        'xlsx or CSV of at most 20 MB and 100,000 rows. Nothing is changed; the job tells what importing would do.',
      body: z.strictObject({}),
      reply: JobStarted,
      maxBytes: tableLimits.maxBytes,
      perMinute: 30,
    }),
    import: post(`${path}/import`, {
      access: `${kind}:import`,
      summary: { en: `Import the ${en.toLowerCase()} of a checked file, as a job`, zh: `导入${zh}` },
      description:
        'Rows that pass are added or, by their serial number, updated; the others are listed with their reasons.',
      body: Checked,
      reply: JobStarted,
      alsoStale,
    }),
    checkUninstalledImport: upload(`${path}/uninstalled/import/check`, {
      access: `${kind}:import`,
      summary: { en: `Check an import of uninstalled ${en.toLowerCase()}, as a job`, zh: `校验未安装${zh}导入文件` },
      body: z.strictObject({}),
      reply: JobStarted,
      maxBytes: tableLimits.maxBytes,
      perMinute: 30,
    }),
    importUninstalled: post(`${path}/uninstalled/import`, {
      access: `${kind}:import`,
      summary: { en: `Import the uninstalled ${en.toLowerCase()} of a checked file, as a job`, zh: `导入未安装${zh}` },
      body: Checked,
      reply: JobStarted,
      alsoStale,
    }),
    exportTriples: post(`${path}/triple/export`, {
      access: `${kind}:secret`,
      summary: { en: `Export the triples of ${en.toLowerCase()} as a job`, zh: `导出${zh}三元组` },
      description: 'CSV of ProductKey, DeviceName and DeviceSecret. Asks for the password.',
      body: TripleExport,
      reply: JobStarted,
      perMinute: 30,
    }),
    checkTriples: upload(`${path}/triple/import/check`, {
      access: `${kind}:secret`,
      summary: { en: `Check an import of triples of ${en.toLowerCase()}, as a job`, zh: `校验${zh}三元组文件` },
      body: z.strictObject({}),
      reply: JobStarted,
      maxBytes: tableLimits.maxBytes,
      perMinute: 30,
    }),
    importTriples: post(`${path}/triple/import`, {
      access: `${kind}:secret`,
      summary: { en: `Register the ${en.toLowerCase()} of a checked file of triples, as a job`, zh: `导入${zh}三元组` },
      description:
        'Registers those not there with their secrets; one that is there takes its secret from the file. Asks for the password.',
      body: TripleImport,
      reply: JobStarted,
      perMinute: 30,
      alsoStale,
    }),
    changes: get(`${path}/change/page`, {
      access: `${kind}:view`,
      summary: { en: `What was done to the record of one of the ${en.toLowerCase()}`, zh: `${zh}档案变更记录` },
      query: ChangeSearch,
      reply: pageOf(ChangeRow),
    }),
    boundUsers: get(`${path}/binding/user`, {
      access: `${kind}:view`,
      summary: { en: `App users of one of the ${en.toLowerCase()}`, zh: `${zh}绑定用户` },
      query: BoundUserSearch,
      reply: pageOf(BoundUserRow),
    }),
  }
}

const oven = callsOf('oven', '/web/device', 'Ovens', '烤箱设备')
const cooler = callsOf('cooler', '/web/device/cooler', 'Refrigeration devices', '制冷设备')

/** Spec 7, device and device/cooler: bringing devices in, changing what is known of them, and taking them out. */
export const registerApi = endpoints('device', {
  ...oven,
  coolerUninstalled: cooler.uninstalled,
  coolerMap: cooler.map,
  coolerAdd: cooler.add,
  coolerUpdate: cooler.update,
  coolerRemove: cooler.remove,
  coolerUnbind: cooler.unbind,
  coolerInstall: cooler.install,
  coolerUninstall: cooler.uninstall,
  coolerTransfer: cooler.transfer,
  coolerSetEnabled: cooler.setEnabled,
  coolerReissueSecret: cooler.reissueSecret,
  coolerExport: cooler.export,
  coolerStartExport: cooler.startExport,
  coolerExportUninstalled: cooler.exportUninstalled,
  coolerStartExportUninstalled: cooler.startExportUninstalled,
  coolerImportTemplate: cooler.importTemplate,
  coolerUninstalledTemplate: cooler.uninstalledTemplate,
  coolerCheckImport: cooler.checkImport,
  coolerImport: cooler.import,
  coolerCheckUninstalledImport: cooler.checkUninstalledImport,
  coolerImportUninstalled: cooler.importUninstalled,
  coolerExportTriples: cooler.exportTriples,
  coolerCheckTriples: cooler.checkTriples,
  coolerImportTriples: cooler.importTriples,
  coolerChanges: cooler.changes,
  coolerBoundUsers: cooler.boundUsers,
})

/** The calls of one kind under common names. */
export const registerCalls = {
  oven: {
    uninstalled: registerApi.uninstalled,
    map: registerApi.map,
    add: registerApi.add,
    update: registerApi.update,
    remove: registerApi.remove,
    unbind: registerApi.unbind,
    install: registerApi.install,
    uninstall: registerApi.uninstall,
    transfer: registerApi.transfer,
    setEnabled: registerApi.setEnabled,
    reissueSecret: registerApi.reissueSecret,
    export: registerApi.export,
    startExport: registerApi.startExport,
    exportUninstalled: registerApi.exportUninstalled,
    startExportUninstalled: registerApi.startExportUninstalled,
    importTemplate: registerApi.importTemplate,
    uninstalledTemplate: registerApi.uninstalledTemplate,
    checkImport: registerApi.checkImport,
    import: registerApi.import,
    checkUninstalledImport: registerApi.checkUninstalledImport,
    importUninstalled: registerApi.importUninstalled,
    exportTriples: registerApi.exportTriples,
    checkTriples: registerApi.checkTriples,
    importTriples: registerApi.importTriples,
    changes: registerApi.changes,
    boundUsers: registerApi.boundUsers,
  },
  cooler: {
    uninstalled: registerApi.coolerUninstalled,
    map: registerApi.coolerMap,
    add: registerApi.coolerAdd,
    update: registerApi.coolerUpdate,
    remove: registerApi.coolerRemove,
    unbind: registerApi.coolerUnbind,
    install: registerApi.coolerInstall,
    uninstall: registerApi.coolerUninstall,
    transfer: registerApi.coolerTransfer,
    setEnabled: registerApi.coolerSetEnabled,
    reissueSecret: registerApi.coolerReissueSecret,
    export: registerApi.coolerExport,
    startExport: registerApi.coolerStartExport,
    exportUninstalled: registerApi.coolerExportUninstalled,
    startExportUninstalled: registerApi.coolerStartExportUninstalled,
    importTemplate: registerApi.coolerImportTemplate,
    uninstalledTemplate: registerApi.coolerUninstalledTemplate,
    checkImport: registerApi.coolerCheckImport,
    import: registerApi.coolerImport,
    checkUninstalledImport: registerApi.coolerCheckUninstalledImport,
    importUninstalled: registerApi.coolerImportUninstalled,
    exportTriples: registerApi.coolerExportTriples,
    checkTriples: registerApi.coolerCheckTriples,
    importTriples: registerApi.coolerImportTriples,
    changes: registerApi.coolerChanges,
    boundUsers: registerApi.coolerBoundUsers,
  },
} as const
