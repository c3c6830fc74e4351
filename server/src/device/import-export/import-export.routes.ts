import { importExportCalls } from '@brigade/contract/device/import-export/import-export.endpoints.ts'
import { implementEach } from '../../platform/http/implement.ts'
import { downloadExport, downloadTemplate, startExport, startUninstalledExport } from './export-devices.ts'
import { startTripleExport } from './export-triples.ts'
import { deviceImport, uninstalledImport } from './import-devices.ts'
import { startTripleImport, tripleImport } from './import-triples.ts'

export const importExportRoutes = implementEach(importExportCalls, (kind) => ({
  export: (ctx, { query }) => downloadExport(ctx, { kind, installed: true }, query),
  startExport: (ctx, { body }) => startExport(ctx, kind, body),
  exportUninstalled: (ctx, { query }) => downloadExport(ctx, { kind, installed: false }, query),
  startExportUninstalled: (ctx, { body }) => startUninstalledExport(ctx, kind, body),
  importTemplate: (ctx, { query }) => downloadTemplate(ctx, { kind, installed: true }, query.format),
  uninstalledTemplate: (ctx, { query }) => downloadTemplate(ctx, { kind, installed: false }, query.format),
  checkImport: (ctx, { upload }) => deviceImport.startCheck(ctx, { kind }, upload),
  import: (ctx, { body }) => deviceImport.startImport(ctx, { kind }, body.checkedJobId),
  checkUninstalledImport: (ctx, { upload }) => uninstalledImport.startCheck(ctx, { kind }, upload),
  importUninstalled: (ctx, { body }) => uninstalledImport.startImport(ctx, { kind }, body.checkedJobId),
  exportTriples: (ctx, { body }) => startTripleExport(ctx, kind, body),
  checkTriples: (ctx, { upload }) => tripleImport.startCheck(ctx, { kind }, upload),
  importTriples: (ctx, { body }) => startTripleImport(ctx, kind, body),
}))
