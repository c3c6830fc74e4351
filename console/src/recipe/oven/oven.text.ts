import { word } from '@brigade/contract/word.text.ts'
import { words } from '@brigade/contract/text.ts'

type N = { n: string }
type Name = { name: string }
type Sent = { ovens: string; recipes: string }
const recipes = ({ n }: N): string => (n === '1' ? '1 recipe' : `${n} recipes`)
const ovens = ({ n }: N): string => (n === '1' ? '1 oven' : `${n} ovens`)

/** Texts of recipes in ovens: what an oven holds and should hold, sending and removing. */
export const ovenText = words({
  ovensTab: word.ovens,
  recipesTab: word.recipes,
  byState: { en: 'Ovens by state', zh: '烤箱同步状态' },
  recipesByState: { en: 'Recipes by state', zh: '菜谱同步状态' },
  all: word.all,
  oven: word.oven,
  ovenName: word.deviceName,
  model: word.model,
  customer: word.customer,
  connection: word.connection,
  deviceState: { en: 'State', zh: '设备状态' },
  state: { en: 'State', zh: '同步状态' },
  wanted: { en: 'Target', zh: '目标版本' },
  held: { en: 'On the oven', zh: '烤箱版本' },
  reason: word.reason,
  tries: { en: 'Tries', zh: '尝试次数' },
  due: { en: 'Next try', zh: '下次尝试' },
  nextTry: { en: (p: { time: string }) => `next try ${p.time}`, zh: (p: { time: string }) => `${p.time} 重试` },
  dueAtConnect: { en: 'when it connects', zh: '上线后' },
  changed: { en: 'Since', zh: '更新时间' },
  why: { en: 'Sent', zh: '下发方式' },
  by: word.by,
  byHand: { en: 'by hand', zh: '单独下发' },
  bySet: { en: 'for the organisation', zh: '按组织下发' },
  keyword: { en: 'SN or name', zh: '序列号或名称' },
  recipeKeyword: word.codeOrName,
  online: word.online,
  offline: word.offline,
  anyConnection: word.onlineOrOffline,
  none: word.noneInside,
  code: { en: (p: N) => `code ${p.n}`, zh: (p: N) => `返回码 ${p.n}` },
  firstHeld: { en: 'First held', zh: '首次同步' },
  anyState: word.anyState,

  noOvens: { en: 'No ovens use this recipe', zh: '暂无烤箱使用该菜谱' },
  noOvensHint: {
    en: 'Send it to ovens, or to an organisation and those below it: its ovens then get each published version automatically.',
    zh: '可下发到指定烤箱，或下发到组织及其下级：之后每次发布的版本将自动同步到这些烤箱。',
  },
  unpublishedHint: {
    en: 'Ovens get published versions only. Publish it first.',
    zh: '烤箱只接收已发布的版本，请先发布菜谱。',
  },
  noRecipes: { en: 'No recipe has been sent to this oven', zh: '尚未向该烤箱下发菜谱' },
  noRecipesHint: {
    en: 'Recipes are sent from their own page or list, to ovens or to a whole organisation.',
    zh: '可在菜谱详情或菜谱列表中，将菜谱下发到烤箱或组织。',
  },
  openRecipes: { en: 'Open the recipes', zh: '打开菜谱列表' },

  resend: { en: 'Resend', zh: '重新下发' },
  resendDone: { en: (p: N) => `Being sent again to ${ovens(p)}`, zh: (p: N) => `正在向 ${p.n} 台烤箱重新下发` },
  resendRecipesDone: {
    en: (p: N) => `${recipes(p)} ${p.n === '1' ? 'is' : 'are'} being sent again`,
    zh: (p: N) => `正在重新下发 ${p.n} 个菜谱`,
  },
  notToResend: {
    en: 'Only “Failed”, “Waiting” or “Behind” can be sent again',
    zh: '仅“下发失败”“待下发”或“版本落后”可重新下发',
  },
  remove: { en: 'Remove from the oven', zh: '从烤箱移除' },
  removeShort: word.remove,
  removeTitle: { en: (p: N) => `Remove it from ${ovens(p)}?`, zh: (p: N) => `从 ${p.n} 台烤箱移除？` },
  removeRecipesTitle: {
    en: (p: N) => `Remove ${recipes(p)} from this oven?`,
    zh: (p: N) => `从该烤箱移除 ${p.n} 个菜谱？`,
  },
  removeRecipesDone: {
    en: (p: N) => `${recipes(p)} ${p.n === '1' ? 'is' : 'are'} being removed`,
    zh: (p: N) => `正在移除 ${p.n} 个菜谱`,
  },
  isRemoving: { en: 'It is being removed already', zh: '正在移除中' },
  removeBody: {
    en: 'Connected ovens delete it at once, others when they next connect. It can be sent again at any time.',
    zh: '在线烤箱将立即删除该菜谱，离线烤箱在下次上线后删除。之后可随时重新下发。',
  },
  removeBySet: {
    en: 'Some come from a set of their organisation: they are kept off these ovens until somebody sends them again.',
    zh: '其中部分由组织统一下发：移除后不再随组织下发，除非重新单独下发。',
  },
  removeAll: { en: 'Remove from all ovens', zh: '从全部烤箱移除' },
  removeAllSets: {
    en: 'Ovens that get it through their organisation lose it too, until somebody sends it to them again. To end a set, take it back from the organisation.',
    zh: '由组织统一下发的烤箱同样移除，除非重新单独下发。如需停止按组织下发，请取消对该组织的下发。',
  },
  resendFailed: {
    en: (p: N) => `Resend to the ${ovens(p)} where it failed`,
    zh: (p: N) => `向 ${p.n} 台失败烤箱重新下发`,
  },
  removeDone: { en: (p: N) => `Being removed from ${ovens(p)}`, zh: (p: N) => `正在从 ${p.n} 台烤箱移除` },

  sets: { en: 'For organisations', zh: '按组织下发' },
  noSets: {
    en: 'Not set for an organisation. Once it is set for one, ovens that join later get it automatically.',
    zh: '未按组织下发。按组织下发后，之后加入的烤箱也会自动获得该菜谱。',
  },
  allSets: { en: 'Automatic recipes', zh: '自动下发菜谱' },
  allSetsAbout: {
    en: 'Recipes that the ovens of an organisation and of those below get automatically',
    zh: '组织及其下级的烤箱自动获得的菜谱',
  },
  anyOrganisation: word.allOrganisations,
  noSetsAtAll: {
    en: 'No recipe is set for an organisation yet. Choose recipes in the list and send them to one.',
    zh: '暂无按组织下发的菜谱。可在列表中选择菜谱，下发到组织。',
  },
  noSetsOfOne: { en: 'No recipe is set for this organisation itself.', zh: '该组织本身未设置菜谱。' },
  close: word.close,
  organisation: word.organisation,
  setOvens: { en: 'Ovens', zh: '烤箱数' },
  setHeld: { en: 'Hold it', zh: '已同步' },
  setBy: { en: 'Set by', zh: '操作人' },
  setAt: { en: 'Set at', zh: '操作时间' },
  takeBack: { en: 'Take back', zh: '取消下发' },
  takeBackTitle: { en: (p: Name) => `Take it back from ${p.name}?`, zh: (p: Name) => `取消对“${p.name}”的下发？` },
  takeBackBody: {
    en: (p: N) =>
      `It is removed from its ${ovens(p)}, except those chosen by hand or that get it through another organisation. Ovens that join later do not get it.`,
    zh: (p: N) => `将从该组织的 ${p.n} 台烤箱移除，单独下发或由其他组织下发的除外；之后加入的烤箱不再获得该菜谱。`,
  },
  takenBack: { en: (p: Name) => `Taken back from ${p.name}`, zh: (p: Name) => `已取消对“${p.name}”的下发` },

  send: { en: 'Send to ovens', zh: '下发到烤箱' },
  sendTitle: { en: (p: N) => `Send ${recipes(p)} to ovens`, zh: (p: N) => `下发 ${p.n} 个菜谱` },
  to: { en: 'Send to', zh: '下发到' },
  toOvens: { en: 'Chosen ovens', zh: '指定烤箱' },
  toOrganisation: { en: 'Ovens of an organisation', zh: '组织及其下级' },
  organisationHint: {
    en: 'Its ovens and those of organisations below it get the recipes and each published version, including ovens that join later.',
    zh: '包括其下级组织的烤箱；之后加入的烤箱也将自动获得，新发布的版本会自动同步。',
  },
  chooseOvens: { en: 'Ovens to send to', zh: '选择烤箱' },
  chosen: { en: (p: N) => `${ovens(p)} chosen`, zh: (p: N) => `已选 ${p.n} 台` },
  clearChosen: { en: 'Clear', zh: '清空' },
  maxOvens: { en: (p: N) => `At most ${ovens(p)} at once`, zh: (p: N) => `一次最多选择 ${p.n} 台` },
  noOvenThere: { en: 'No ovens visible to you', zh: '暂无可见的烤箱' },
  chooseFirst: { en: 'Choose ovens or an organisation first', zh: '请先选择烤箱或组织' },
  checking: { en: 'Checking what fits', zh: '正在检查适配情况' },
  whatHappens: { en: 'What will happen', zh: '下发预检' },
  gets: { en: 'Get it', zh: '将下发' },
  already: { en: 'Have it already', zh: '已是最新' },
  unfit: { en: 'Do not get it', zh: '不下发' },
  unfitBecause: {
    en: (p: N & { reason: string }) => `${p.reason}: ${p.n}`,
    zh: (p: N & { reason: string }) => `${p.reason}：${p.n}`,
  },
  unfitMore: { en: (p: N) => `and ${p.n} more`, zh: (p: N) => `另有 ${p.n} 项` },
  nobody: { en: 'Nothing would be sent', zh: '没有可下发的烤箱' },
  recipe: word.recipe,
  amongOvens: { en: (p: N) => `among ${ovens(p)}`, zh: (p: N) => `共 ${p.n} 台烤箱` },
  pairsCounted: {
    en: 'Counted for each recipe and oven.',
    zh: '按“每个菜谱 × 每台烤箱”计数。',
  },
  unfitLeftOut: {
    en: (p: N) => `${p.n} ${p.n === '1' ? 'does' : 'do'} not fit and will not be sent.`,
    zh: (p: N) => `其中 ${p.n} 项不适用，不会下发。`,
  },
  follow: { en: 'Follow', zh: '查看进度' },
  cancel: word.cancel,
  next: { en: 'Continue', zh: '下一步' },
  confirmSend: {
    en: (p: Sent) => `${recipes({ n: p.recipes })} will be sent to ${ovens({ n: p.ovens })}.`,
    zh: (p: Sent) => `将向 ${p.ovens} 台烤箱下发 ${p.recipes} 个菜谱。`,
  },
  confirmSet: {
    en: (p: Sent & Name) =>
      `${recipes({ n: p.recipes })} will be set for ${p.name} and those below it: ${ovens({ n: p.ovens })} now, and those that join later.`,
    zh: (p: Sent & Name) =>
      `将为“${p.name}”及其下级组织下发 ${p.recipes} 个菜谱：目前 ${p.ovens} 台烤箱，之后加入的烤箱同样适用。`,
  },
  confirmTries: {
    en: 'Offline ovens receive them when they connect, without another password.',
    zh: '离线烤箱将在上线后接收，后续自动重试不再询问密码。',
  },
  sent: { en: (p: N) => `Being sent to ${ovens(p)}`, zh: (p: N) => `正在向 ${p.n} 台烤箱下发` },
  isSet: { en: (p: Name) => `Set for ${p.name}`, zh: (p: Name) => `已按组织下发：${p.name}` },
  notPublished: { en: 'Only published recipes can be sent', zh: '仅可下发已发布的菜谱' },

  kept: { en: 'Oven’s report', zh: '烤箱上报情况' },
  missing: { en: 'Recipes not held', zh: '未同步的菜谱' },
  againstWanted: { en: 'Compared with target', zh: '与目标对比' },
  agrees: { en: 'As it should be', zh: '与目标一致' },
  differs: { en: 'Not as it should be', zh: '与目标不一致' },
  room: { en: 'Free slots', zh: '剩余位置' },
  listed: { en: 'List last read', zh: '最近读取列表' },
  panelLanguages: { en: 'Panel languages', zh: '面板语言' },
  own: { en: 'Made on the oven', zh: '烤箱自建菜谱' },
  ownNote: { en: 'Listed only: they are not changed', zh: '仅列出，平台不修改' },
  ownId: { en: 'ID on the oven', zh: '烤箱内编号' },
  cooksOnly: {
    en: (p: Name) => `${p.name} can cook, but cannot store recipes`,
    zh: (p: Name) => `${p.name} 可以烹饪，但不能保存菜谱`,
  },
  cooksOnlyHint: {
    en: 'Its thing model has no module for recipes, so none can be sent to it. It can run programs: start one from the command panel of its overview.',
    zh: '该型号的物模型没有菜谱模块，无法下发菜谱。它支持运行程序，可在概览页的指令面板中启动。',
  },
  keepsNone: { en: (p: Name) => `${p.name} cannot store recipes`, zh: (p: Name) => `${p.name} 不能保存菜谱` },
  keepsNoneHint: {
    en: 'Its thing model has no module for recipes, so none can be sent to it.',
    zh: '该型号的物模型没有菜谱模块，无法下发菜谱。',
  },
  notAllowed: { en: 'Your role cannot view recipes', zh: '您的角色不能查看菜谱' },
  notAllowedHint: {
    en: 'An administrator can add the permission to view recipes.',
    zh: '请联系管理员添加查看菜谱的权限。',
  },

  publishReaches: {
    en: (p: N) => `The ${ovens(p)} set to receive it get the new version automatically.`,
    zh: (p: N) => `已设置接收的 ${p.n} 台烤箱将自动同步新版本。`,
  },
  alsoRemove: {
    en: (p: N) => `Also remove it from the ${ovens(p)} that hold it or will get it`,
    zh: (p: N) => `同时从已有或将接收的 ${p.n} 台烤箱移除`,
  },
  staysInOvens: {
    en: 'Otherwise these ovens keep the version they have, and get no newer one.',
    zh: '否则这些烤箱保留现有版本，不再接收新版本。',
  },
  keptInOvens: {
    en: (p: N) => `The ${ovens(p)} that hold it or will get it keep the version they have, and get no newer one.`,
    zh: (p: N) => `已有或将接收的 ${p.n} 台烤箱保留现有版本，不再接收新版本。`,
  },
  mayNotTakeOff: {
    en: 'Removing it from ovens needs the permission to send recipes to ovens.',
    zh: '从烤箱移除需要下发菜谱的权限。',
  },
  removedFromOvens: {
    en: (p: N) => `It is also removed from the ${ovens(p)} that hold it or will get it.`,
    zh: (p: N) => `同时从已有或将接收的 ${p.n} 台烤箱移除。`,
  },
  countingOvens: { en: 'Counting the ovens that have it', zh: '正在统计相关烤箱' },
})
