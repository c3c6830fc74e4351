import { z } from 'zod'
import { endpoints, get, noInput } from '../endpoint.ts'
import { Area } from './area.model.ts'

/** Spec 7, common. */
export const areaApi = endpoints('system', {
  areas: get('/common/area', {
    access: 'signed-in',
    summary: { en: 'Provinces, cities and regions of China', zh: '全国省市区' },
    description: 'The whole tree by the national codes; in English the names are written in pinyin.',
    query: noInput,
    reply: z.array(Area),
  }),
  timeZones: get('/common/time-zone', {
    access: 'signed-in',
    summary: { en: 'Time zones to choose from', zh: '可选时区' },
    description:
      'IANA names as they are today, such as Asia/Kolkata. Former names (Asia/Calcutta) are accepted too, and stored as these.',
    query: noInput,
    reply: z.array(z.string()),
  }),
})
