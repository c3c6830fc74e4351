import { z } from 'zod'
import { download, post, upload } from '../../endpoint.ts'
import { Id } from '../../field.ts'
import { JobStarted, TableFormat, tableLimits, tableMediaTypes } from '../../job/job.model.ts'
import { endpointsPerKind, type KindOfCalls } from '../endpoints-per-kind.ts'
import { DeviceExport, TripleExport, TripleImport, UninstalledExport } from './import-export.model.ts'

const files = Object.values(tableMediaTypes)
const Template = z.strictObject({ format: TableFormat.default('xlsx') })
const Checked = z.strictObject({ checkedJobId: Id })
/** Customers show how many devices they have, products and thing models how many there are. */
const alsoStale = ['customer', 'product', 'thing-model'] as const

function exportsOf({ kind, path, many, zh }: KindOfCalls) {
  return {
    export: download(`${path}/export`, {
      access: `${kind}:export`,
      summary: { en: `Export installed ${many} at once`, zh: `直接导出${zh}` },
      query: DeviceExport,
      mediaTypes: files,
    }),
    startExport: post(`${path}/export`, {
      access: `${kind}:export`,
      summary: { en: `Export installed ${many} as a job`, zh: `导出${zh}` },
      body: DeviceExport,
      reply: JobStarted,
    }),
    exportUninstalled: download(`${path}/uninstalled/export`, {
      access: `${kind}:export`,
      summary: { en: `Export uninstalled ${many} at once`, zh: `直接导出未安装${zh}` },
      query: UninstalledExport,
      mediaTypes: files,
    }),
    startExportUninstalled: post(`${path}/uninstalled/export`, {
      access: `${kind}:export`,
      summary: { en: `Export uninstalled ${many} as a job`, zh: `导出未安装${zh}` },
      body: UninstalledExport,
      reply: JobStarted,
    }),
  }
}

function importsOf({ kind, path, many, zh }: KindOfCalls) {
  return {
    importTemplate: download(`${path}/import/template`, {
      access: `${kind}:import`,
      summary: { en: `Template of an import of ${many}`, zh: `${zh}导入模板` },
      query: Template,
      mediaTypes: files,
    }),
    uninstalledTemplate: download(`${path}/uninstalled/import/template`, {
      access: `${kind}:import`,
      summary: { en: `Template of an import of uninstalled ${many}`, zh: `未安装${zh}导入模板` },
      query: Template,
      mediaTypes: files,
    }),
    checkImport: upload(`${path}/import/check`, {
      access: `${kind}:import`,
      summary: { en: `Check an import of ${many}, as a job`, zh: `校验${zh}导入文件` },
      description:
        'xlsx or CSV of at most 20 MB and 100,000 rows. Nothing is changed; the job reports what importing would do.',
      body: z.strictObject({}),
      reply: JobStarted,
      maxBytes: tableLimits.maxBytes,
      perMinute: 30,
    }),
    import: post(`${path}/import`, {
      access: `${kind}:import`,
      summary: { en: `Import the ${many} of a checked file, as a job`, zh: `导入${zh}` },
      description:
        'Rows that pass are added or, by their serial number, updated; the others are listed with their reasons.',
      body: Checked,
      reply: JobStarted,
      alsoStale,
    }),
    checkUninstalledImport: upload(`${path}/uninstalled/import/check`, {
      access: `${kind}:import`,
      summary: { en: `Check an import of uninstalled ${many}, as a job`, zh: `校验未安装${zh}导入文件` },
      body: z.strictObject({}),
      reply: JobStarted,
      maxBytes: tableLimits.maxBytes,
      perMinute: 30,
    }),
    importUninstalled: post(`${path}/uninstalled/import`, {
      access: `${kind}:import`,
      summary: { en: `Import the uninstalled ${many} of a checked file, as a job`, zh: `导入未安装${zh}` },
      body: Checked,
      reply: JobStarted,
      alsoStale,
    }),
  }
}

function triplesOf({ kind, path, many, zh }: KindOfCalls) {
  return {
    exportTriples: post(`${path}/triple/export`, {
      access: `${kind}:secret`,
      summary: { en: `Export the credentials of ${many} as a job`, zh: `导出${zh}三元组` },
      description: 'CSV of ProductKey, DeviceName and DeviceSecret. Asks for the password.',
      body: TripleExport,
      reply: JobStarted,
      perMinute: 30,
    }),
    checkTriples: upload(`${path}/triple/import/check`, {
      access: `${kind}:secret`,
      summary: { en: `Check an import of credentials of ${many}, as a job`, zh: `校验${zh}三元组文件` },
      body: z.strictObject({}),
      reply: JobStarted,
      maxBytes: tableLimits.maxBytes,
      perMinute: 30,
    }),
    importTriples: post(`${path}/triple/import`, {
      access: `${kind}:secret`,
      summary: { en: `Register the ${many} of a checked file of credentials, as a job`, zh: `导入${zh}三元组` },
      description:
        'Registers those not there with their secrets; one that is there takes its secret from the file. Asks for the password.',
      body: TripleImport,
      reply: JobStarted,
      perMinute: 30,
      alsoStale,
    }),
  }
}

/** Spec 7, device and device/cooler: devices and their secrets as tables. */
export const importExportCalls = endpointsPerKind('device', (kind) => ({
  ...exportsOf(kind),
  ...importsOf(kind),
  ...triplesOf(kind),
}))
