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
})
