import { word } from '../word.text.ts'
import type { Words } from '../locale.ts'
import { texts } from '../text.ts'
import type { OvenRecipeReason, OvenRecipeState } from './oven.model.ts'

export const ovenRecipeStateWords: Readonly<Record<OvenRecipeState, Words>> = {
  waiting: { en: 'Waiting', zh: '待下发' },
  sending: { en: 'Sending', zh: '下发中' },
  held: { en: 'Held', zh: '已同步' },
  behind: { en: 'Behind', zh: '版本落后' },
  failed: { en: 'Failed', zh: '下发失败' },
  unfit: { en: 'Does not fit', zh: '不适用' },
  removing: { en: 'To be removed', zh: '待删除' },
}

export const ovenRecipeReasonWords: Readonly<Record<OvenRecipeReason, Words>> = {
  offline: { en: 'The oven is offline: sent when it next connects', zh: '烤箱离线，上线后自动下发' },
  noReply: { en: 'The oven did not answer; will be retried', zh: '烤箱未应答，将自动重试' },
  busy: { en: 'The oven is busy; will be retried', zh: '烤箱忙，将自动重试' },
  full: { en: 'The oven has no slot left', zh: '烤箱存储已满' },
  fetchFailed: { en: 'The oven could not fetch the recipe', zh: '烤箱下载菜谱失败' },
  damaged: { en: 'What the oven fetched was damaged', zh: '下载内容校验失败' },
  refused: { en: 'The oven refused it', zh: '烤箱拒绝' },
  forgotten: { en: 'The oven confirmed it, but does not list it', zh: '烤箱已确认，但其列表中没有该菜谱' },
  unreadable: { en: 'The oven’s list of recipes could not be read', zh: '无法读取烤箱的菜谱列表' },
  disabled: { en: 'The oven is disabled', zh: '烤箱已停用' },
  noModule: { en: 'This model cannot store recipes', zh: '该型号不支持保存菜谱' },
  otherModel: { en: 'The recipe is not for this model', zh: '菜谱不适用该型号' },
  stageUnfit: { en: 'A stage needs what this model cannot do', zh: '存在该型号不支持的阶段' },
}

export const ovenRecipeText = texts('recipe', {
  noOven: { en: 'Choose an oven', zh: '请选择烤箱' },
  noOrganisation: { en: 'Choose an organisation', zh: '请选择组织' },
  ovenMissing: { en: 'There is no such oven', zh: '烤箱不存在' },
  organisationMissing: word.thereIsNoSuchOrganisation,
  notPublished: { en: 'Publish the recipe first', zh: '请先发布菜谱', status: 409 },
  notForOven: {
    en: 'The recipe belongs to an organisation that this oven is not part of',
    zh: '菜谱所属组织与该烤箱无关，不能下发',
    status: 409,
  },
  notForOrganisation: {
    en: 'The recipe belongs to an organisation that this one is not part of',
    zh: '菜谱所属组织与该组织无关',
    status: 409,
  },
  notHeld: { en: 'The oven does not hold this recipe', zh: '烤箱中没有该菜谱', status: 409 },
  keepsNone: { en: 'This model cannot store recipes', zh: '该型号不支持保存菜谱', status: 409 },
  unfitForOven: { en: 'The recipe does not fit this oven', zh: '菜谱不适用该烤箱', status: 409 },
})
