import { download, endpoints, get, post } from '../endpoint.ts'
import { JobStarted, tableMediaTypes } from '../job/job.model.ts'
import { TemperatureCurve, TemperatureExport, TemperatureQuery } from './cold-chain.model.ts'

/** Spec 7, device/cooler: the temperature of a refrigeration device, evaluated and exported. */
export const coldChainApi = endpoints('cold-chain', {
  temperature: get('/web/device/cooler/temperature/curve', {
    access: 'cooler:view',
    summary: { en: 'Temperature curve of a refrigeration device', zh: '制冷设备温度曲线' },
    description:
      'At most about 1,000 points, with set-point, limits, defrosts, door openings and excursions of the whole span. Temperatures °C, times epoch ms.',
    query: TemperatureQuery,
    reply: TemperatureCurve,
  }),
  exportTemperature: download('/web/device/cooler/temperature/curve/export', {
    access: 'cooler:export',
    summary: { en: 'Export the temperature curve at once', zh: '直接导出温度曲线' },
    description: 'Every report as xlsx or CSV, or a PDF report in both languages.',
    query: TemperatureExport,
    mediaTypes: [...Object.values(tableMediaTypes), 'application/pdf'],
  }),
  startTemperatureExport: post('/web/device/cooler/temperature/curve/export', {
    access: 'cooler:export',
    summary: { en: 'Export the temperature curve as a job', zh: '导出温度曲线' },
    body: TemperatureExport,
    reply: JobStarted,
  }),
})
