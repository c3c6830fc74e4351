import { z } from 'zod'
import { endpoints, get } from '../endpoint.ts'
import { Id } from '../field.ts'
import { SiteSummary, SiteTimeline, SiteTimelineQuery } from './site.model.ts'

/** A customer as a site: what is there now, and all that happened there. */
export const siteApi = endpoints('customer', {
  site: get('/web/customer/site', {
    access: 'customer:view',
    summary: { en: 'What is at a customer now', zh: '客户现场概况' },
    description:
      'Its devices installed now, their warranty and firmware, open faults, people and recipes. What the account may not see is null.',
    query: z.strictObject({ id: Id }),
    reply: SiteSummary,
  }),
  siteTimeline: get('/web/customer/site/timeline', {
    access: 'customer:view',
    summary: { en: 'All that happened at a customer', zh: '客户现场时间线' },
    description:
      'The newest first, 50 at a time: `next` is the `before` of the next call. Of a device that was transferred what happened while it was this customer’s. Kinds whose rows the account may not see are left out (`kinds`).',
    query: SiteTimelineQuery,
    reply: SiteTimeline,
  }),
})
