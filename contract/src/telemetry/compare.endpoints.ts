import { endpointsPerKind } from '../device/endpoints-per-kind.ts'
import { download, post } from '../endpoint.ts'
import { JobStarted, tableMediaTypes } from '../job/job.model.ts'
import { CompareExport } from './compare.model.ts'

/** Export of a comparison of devices as a table; telemetry.endpoints.ts has the calls of the screen. */
export const comparisonCalls = endpointsPerKind('telemetry', ({ kind, path, many, zh }) => ({
  exportComparison: download(`${path}/history/compare/export`, {
    access: `${kind}:export`,
    summary: { en: `Export one property of many ${many} at once`, zh: `直接导出多台${zh}属性对比` },
    description:
      'A row for each device and hour or day that has a value; what is not compared has a row with the reason.',
    query: CompareExport,
    mediaTypes: Object.values(tableMediaTypes),
  }),
  startComparisonExport: post(`${path}/history/compare/export`, {
    access: `${kind}:export`,
    summary: { en: `Export one property of many ${many} as a job`, zh: `导出多台${zh}属性对比` },
    body: CompareExport,
    reply: JobStarted,
  }),
}))
