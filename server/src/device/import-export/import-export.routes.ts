import { importExportCalls } from '@brigade/contract/device/import-export/import-export.endpoints.ts'
import { implementEach } from '../../platform/http/implement.ts'
import { downloadExport, downloadTemplate, startExport, startUninstalledExport } from './export-devices.ts'
import { startTripleExport } from './export-triples.ts'
import { startCheck, startImport } from './import-devices.ts'
import { startTripleCheck, startTripleImport } from './import-triples.ts'

export const importExportRoutes = implementEach(importExportCalls, (kind) => ({
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
}))
