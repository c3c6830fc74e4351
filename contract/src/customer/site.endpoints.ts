import { z } from 'zod'
import { endpoints, get } from '../endpoint.ts'
import { Id } from '../field.ts'
import { pageOf } from '../paging.ts'
import {
  SiteFirmware,
  SiteFirmwareSearch,
  SitePeople,
  SitePersonSearch,
  SiteRecipe,
  SiteRecipeSearch,
  SiteSummary,
  SiteTimeline,
  SiteTimelineQuery,
  SiteUpgrades,
} from './site.model.ts'

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
  sitePeople: get('/web/customer/site/people', {
    access: 'customer:view',
    summary: { en: 'People at a customer', zh: '客户现场人员' },
    description:
      'Its accounts, and the app users to whom devices installed there are bound. Those that the account may not see are left out (`kinds`).',
    query: SitePersonSearch,
    reply: SitePeople,
  }),
  siteRecipes: get('/web/customer/site/recipes', {
    access: 'recipe:view',
    summary: { en: 'Recipes on the ovens of a customer', zh: '客户现场菜谱' },
    description:
      'Of the ovens installed there: the versions that they hold and those that they are to have. Needs `oven:view` too.',
    query: SiteRecipeSearch,
    reply: pageOf(SiteRecipe),
  }),
  siteFirmware: get('/web/customer/site/firmware', {
    access: 'customer:view',
    summary: { en: 'Firmware of the devices of a customer', zh: '客户现场固件' },
    description: 'Of the devices installed there, of the kinds that the account may see.',
    query: SiteFirmwareSearch,
    reply: pageOf(SiteFirmware),
  }),
  siteUpgrades: get('/web/customer/site/upgrades', {
    access: 'firmware-task:view',
    summary: { en: 'Upgrade tasks that are not over, of a customer', zh: '客户现场未结束的升级任务' },
    description: 'At most 50, the newest first; with the devices installed there alone.',
    query: z.strictObject({ id: Id }),
    reply: SiteUpgrades,
  }),
})
