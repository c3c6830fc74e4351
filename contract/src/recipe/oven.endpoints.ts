import { z } from 'zod'
import { CommandRow } from '../command/command.model.ts'
import { endpoints, get, live, nothing, post } from '../endpoint.ts'
import { Id } from '../field.ts'
import { pageOf } from '../paging.ts'
import {
  CookingStart,
  OvenRecipeLiveEvent,
  OvenRecipeLiveQuery,
  OvenRecipeRow,
  OvenRecipeSearch,
  OvenRecipes,
  Resending,
  Sending,
  SendingCheck,
  SendingReach,
  SentPairs,
  TakingAway,
  TargetRow,
  TargetSaving,
  TargetSearch,
} from './oven.model.ts'

/** Recipes that are sent to ovens, and cooked (recipes.md, Second). */
export const ovenRecipeApi = endpoints('recipe', {
  ovenRows: get('/web/cookbook/device/page', {
    access: 'recipe:view',
    summary: { en: 'Recipes on ovens', zh: '烤箱菜谱列表' },
    description: 'Of one recipe its ovens, or of one oven its recipes: wanted, held, state and reason.',
    query: OvenRecipeSearch,
    reply: pageOf(OvenRecipeRow),
  }),
  oven: get('/web/cookbook/device/detail', {
    access: 'recipe:view',
    summary: { en: 'What an oven keeps and cooks', zh: '烤箱菜谱概况' },
    query: z.strictObject({ deviceId: Id }),
    reply: OvenRecipes,
  }),
  ovenLive: live('/web/cookbook/device/live', {
    access: 'recipe:view',
    summary: { en: 'Recipes on ovens, live', zh: '烤箱菜谱（实时）' },
    description: 'Of one recipe or of one oven: at once its counts, then what changed, at most 80 rows in an event.',
    query: OvenRecipeLiveQuery,
    event: OvenRecipeLiveEvent,
  }),
  checkSending: post('/web/cookbook/device/check', {
    access: 'recipe:send',
    summary: { en: 'Ovens that sending recipes would reach', zh: '下发预检' },
    description: 'Nothing is sent.',
    body: SendingCheck,
    reply: SendingReach,
    log: false,
  }),
  send: post('/web/cookbook/device/send', {
    access: 'recipe:send',
    summary: { en: 'Send recipes to ovens', zh: '下发菜谱到烤箱' },
    description: 'Published recipes. An oven that is off gets them when it connects; a new version follows by itself.',
    body: Sending,
    reply: SentPairs,
  }),
  takeAway: post('/web/cookbook/device/remove', {
    access: 'recipe:send',
    summary: { en: 'Remove recipes from ovens', zh: '从烤箱删除菜谱' },
    description:
      'They stay away from these ovens until somebody sends them again, whatever an organisation’s set says.',
    body: TakingAway,
    reply: SentPairs,
  }),
  resend: post('/web/cookbook/device/resend', {
    access: 'recipe:send',
    summary: { en: 'Resend failed recipes', zh: '重新下发' },
    body: Resending,
    reply: SentPairs,
  }),
  targets: get('/web/cookbook/target/page', {
    access: 'recipe:view',
    summary: { en: 'Recipes that organisations get automatically', zh: '自动下发菜谱' },
    query: TargetSearch,
    reply: pageOf(TargetRow),
  }),
  saveTargets: post('/web/cookbook/target/save', {
    access: 'recipe:send',
    summary: { en: 'Change what organisations get automatically', zh: '设置自动下发菜谱' },
    description: 'For the ovens of an organisation and of those below, and for those that come later.',
    body: TargetSaving,
    reply: nothing,
  }),
  cook: post('/web/cookbook/cook', {
    access: 'oven:command',
    summary: { en: 'Cook a recipe on an oven', zh: '在烤箱上启动菜谱' },
    description:
      'The version that the oven holds. Asks for the password and for `confirmsHeat`; it is sent once and never again. Answers the row of the command.',
    body: CookingStart,
    reply: CommandRow,
    perMinute: 60,
    alsoStale: ['command'],
  }),
})
