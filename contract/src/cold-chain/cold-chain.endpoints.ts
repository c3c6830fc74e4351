import { download, endpoints, get, post } from '../endpoint.ts'
import { JobStarted, tableMediaTypes } from '../job/job.model.ts'
import { FleetExport, FleetPage, FleetSearch, FleetTotals, FleetTotalsQuery, SiteReport } from './fleet.model.ts'
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
  fleet: get('/web/device/cooler/temperature/fleet', {
    access: 'cooler:view',
    summary: { en: 'Cold chain of all refrigeration devices', zh: '冷链总览' },
    description:
      'Installed refrigerators with their temperature now, and how much of a period is known, its excursions and its verdict. Of a device that was transferred in the period only the days since count. Coverage is of whole days that are over and were judged.',
    query: FleetSearch,
    reply: FleetPage,
  }),
  fleetTotals: get('/web/device/cooler/temperature/fleet/total', {
    access: 'cooler:view',
    summary: { en: 'Cold chain in figures', zh: '冷链总览统计' },
    description: 'Each figure is the number of rows that its filter finds.',
    query: FleetTotalsQuery,
    reply: FleetTotals,
  }),
  exportFleet: download('/web/device/cooler/temperature/fleet/export', {
    access: 'cooler:export',
    summary: { en: 'Export the cold chain at once', zh: '直接导出冷链总览' },
    query: FleetExport,
    mediaTypes: Object.values(tableMediaTypes),
  }),
  startFleetExport: post('/web/device/cooler/temperature/fleet/export', {
    access: 'cooler:export',
    summary: { en: 'Export the cold chain as a job', zh: '导出冷链总览' },
    body: FleetExport,
    reply: JobStarted,
  }),
  siteReport: download('/web/device/cooler/temperature/site/report', {
    access: 'cooler:export',
    summary: { en: 'Temperature report of a customer at once', zh: '直接导出客户温度报告' },
    description:
      'One PDF in both languages for all its installed refrigerators: coverage, excursions and a place to sign, then a page or more for each. At most 92 days and 200 refrigerators.',
    query: SiteReport,
    mediaTypes: ['application/pdf'],
  }),
  startSiteReport: post('/web/device/cooler/temperature/site/report', {
    access: 'cooler:export',
    summary: { en: 'Temperature report of a customer as a job', zh: '导出客户温度报告' },
    body: SiteReport,
    reply: JobStarted,
  }),
})
