import { word } from '@brigade/contract/word.text.ts'
import { words } from '@brigade/contract/text.ts'

type Count = { count: number }
type Name = { name: string }

export const publishText = words({
  title: { en: 'Publish thing model', zh: '发布物模型' },
  about: {
    en: (p: { product: string; all: string; online: string; count: number }) =>
      `${p.product}: ${p.all} ${p.count === 1 ? 'device uses' : 'devices use'} it, ${p.online} online`,
    zh: (p: { product: string; all: string; online: string; count: number }) =>
      `${p.product}：${p.all} 台设备在用，${p.online} 台在线`,
  },
  work: { en: 'What publishing changes', zh: '发布内容' },
  loading: { en: 'Comparing the draft with what is published', zh: '正在对比草稿与已发布版本' },
  nothing: { en: 'There is nothing to publish', zh: '没有可发布的内容' },
  nothingHint: {
    en: 'The draft is the same as what is published. Change functions in the draft first.',
    zh: '草稿与已发布版本相同，请先在草稿中修改功能。',
  },
  toDraft: word.goToTheDraft,

  publishedNow: { en: 'Published now', zh: '当前已发布' },
  becomes: { en: 'Draft, becomes', zh: '草稿，发布为' },
  whatIsNew: word.whatIsNew,
  none: { en: 'Nothing yet', zh: '尚未发布' },
  functions: {
    en: (p: Count) => `${p.count} ${p.count === 1 ? 'function' : 'functions'}`,
    zh: (p: Count) => `${p.count} 项功能`,
  },
  by: {
    en: (p: { what: string; who: string }) => `${p.what}, ${p.who}`,
    zh: (p: { what: string; who: string }) => `${p.what}，${p.who}`,
  },

  filters: { en: 'Changes to show', zh: '按变更筛选' },
  all: word.all,
  breaking: { en: 'Breaking', zh: '不兼容' },
  added: { en: 'Added', zh: '新增' },
  changed: { en: 'Changed', zh: '修改' },
  removed: { en: 'Removed', zh: '删除' },
  breakingFirst: { en: 'Breaking changes first', zh: '不兼容变更排在最前' },
  noneShown: { en: 'There are no such changes', zh: '没有此类变更' },

  change: word.change,
  function: word.function,
  published: { en: (p: Name) => `Published ${p.name}`, zh: (p: Name) => `已发布 ${p.name}` },
  notPublished: word.published,
  draft: { en: (p: Name) => `Draft ${p.name}`, zh: (p: Name) => `草稿 ${p.name}` },
  draftOnly: word.draft,
  version: { en: (p: Name) => `Version ${p.name}`, zh: (p: Name) => `版本 ${p.name}` },
  concerned: { en: 'Affected devices', zh: '受影响设备' },
  noEffect: { en: 'None', zh: '无影响' },
  isNew: { en: 'New', zh: '有更新' },
  sameMeaning: { en: 'Written another way, with the same meaning', zh: '写法不同，含义相同' },
  differences: { en: 'Differences', zh: '差异对比' },
  reasonMark: { en: '; ', zh: '；' },
  unused: { en: 'No device used it in 30 days', zh: '近 30 天没有设备用到' },
  above: {
    en: (p: Count & { bound: string }) => `${p.count === 1 ? 'device' : 'devices'} last reported above ${p.bound}`,
    zh: (p: Count & { bound: string }) => `台设备最近上报的值高于 ${p.bound}`,
  },
  below: {
    en: (p: Count & { bound: string }) => `${p.count === 1 ? 'device' : 'devices'} last reported below ${p.bound}`,
    zh: (p: Count & { bound: string }) => `台设备最近上报的值低于 ${p.bound}`,
  },
  outside: {
    en: (p: Count & { bound: string }) => `${p.count === 1 ? 'device' : 'devices'} last reported outside ${p.bound}`,
    zh: (p: Count & { bound: string }) => `台设备最近上报的值不在 ${p.bound} 之内`,
  },
  unfit: {
    en: (p: Count) => `${p.count === 1 ? 'device' : 'devices'} last reported a value no longer allowed`,
    zh: (_p: Count) => '台设备最近上报的值不再允许',
  },
  unfitOrSet: {
    en: (p: Count) =>
      `${p.count === 1 ? 'device' : 'devices'} last reported a value no longer allowed, or had it set in 30 days`,
    zh: (_p: Count) => '台设备最近上报的值不再允许，或近 30 天下发过设置',
  },
  wereSet: {
    en: (p: Count) => `${p.count === 1 ? 'device was' : 'devices were'} set in 30 days; commands will be refused`,
    zh: (_p: Count) => '台设备近 30 天下发过设置，今后将被拒绝',
  },
  usedIt: {
    en: (p: Count) => `${p.count === 1 ? 'device' : 'devices'} reported it or had it set in 30 days`,
    zh: (_p: Count) => '台设备近 30 天上报或设置过该属性',
  },
  raised: {
    en: (p: Count) => `${p.count === 1 ? 'device' : 'devices'} reported the event in 30 days`,
    zh: (_p: Count) => '台设备近 30 天上报过该事件',
  },
  called: {
    en: (p: Count) => `${p.count === 1 ? 'device was' : 'devices were'} called in 30 days`,
    zh: (_p: Count) => '台设备近 30 天调用过此服务',
  },
  mustHave: {
    en: 'A device without it no longer conforms to this model',
    zh: '不支持该功能的设备将不再符合此型号',
  },
  commands: {
    en: (p: Count) => `${p.count === 1 ? 'command' : 'commands'} in 30 days`,
    zh: (_p: Count) => '条指令（近 30 天）',
  },
  templates: {
    en: (p: Count) => `${p.count === 1 ? 'template refers' : 'templates refer'} to it`,
    zh: (_p: Count) => '个模板引用了该功能',
  },

  allFunctions: { en: 'All functions in the draft', zh: '草稿的全部功能' },
  more: { en: (p: Count) => `Show ${p.count} more`, zh: (p: Count) => `显示其余 ${p.count} 项` },
  fewer: { en: 'Show fewer', zh: '收起' },

  missingTitle: {
    en: (p: Count) =>
      `Publishing has to wait: ${p.count} ${p.count === 1 ? 'thing is' : 'things are'} missing or wrong`,
    zh: (p: Count) => `暂不能发布：有 ${p.count} 处需要补全或更正`,
  },
  missingShort: {
    en: (p: Count) => `${p.count} ${p.count === 1 ? 'thing' : 'things'} to fix first`,
    zh: (p: Count) => `${p.count} 处需先处理`,
  },
  missingFoot: {
    en: 'They are listed above, each with its function. Once they are fixed in the draft, it can be published.',
    zh: '问题已在上方逐条列出，在草稿中处理完后即可发布。',
  },
  meanwhile: {
    en: (p: { who: string; time: string }) => `${p.who} changed the draft at ${p.time}, after you opened this.`,
    zh: (p: { who: string; time: string }) => `您打开后，${p.who}于 ${p.time} 修改了草稿。`,
  },
  meanwhileNew: {
    en: (p: Count) =>
      p.count === 0
        ? 'There are no new changes below.'
        : `${p.count} ${p.count === 1 ? 'change is' : 'changes are'} new, marked below. Review them before publishing.`,
    zh: (p: Count) =>
      p.count === 0 ? '下方变更与之前一致。' : `其中 ${p.count} 项变更有更新，已在下方标出，请确认后再发布。`,
  },
  somebody: { en: 'Somebody', zh: '他人' },
  goneMeanwhile: {
    en: 'Somebody else has published or discarded the draft. What you typed is kept for the next one.',
    zh: '草稿已被他人发布或放弃。您填写的内容已保留，可在下次发布时使用。',
  },
  breakingCount: {
    en: (p: Count) => `${p.count} breaking ${p.count === 1 ? 'change' : 'changes'}`,
    zh: (p: Count) => `${p.count} 项不兼容变更`,
  },
  dropped: {
    en: (p: Name) => `After publishing, a value outside ${p.name} is dropped and listed in the device’s messages.`,
    zh: (p: Name) => `发布后，不符合 ${p.name} 的值将被丢弃，并记入设备消息。`,
  },
  atOnce: {
    en: (p: Name) => `Devices and forms use ${p.name} at once.`,
    zh: (p: Name) => `发布后，设备和表单立即使用 ${p.name}。`,
  },
  restorable: {
    en: (p: Name) => `${p.name} can be restored into the draft.`,
    zh: (p: Name) => `${p.name} 可随时恢复到草稿。`,
  },
  sentenceGap: { en: ' ', zh: '' },
  accept: {
    en: 'I have checked the affected devices with their owners',
    zh: '已与相关负责人确认受影响的设备',
  },
  acceptFirst: { en: 'Confirm the breaking changes first', zh: '请先确认不兼容变更' },
  fixFirst: { en: 'Fix what is listed above first', zh: '请先处理上方列出的问题' },
  publish: { en: (p: Name) => `Publish ${p.name}`, zh: (p: Name) => `发布 ${p.name}` },
  publishBare: word.publish,
  done: {
    en: (p: Name) => `${p.name} is published: devices and forms use it now`,
    zh: (p: Name) => `${p.name} 已发布，设备和表单即刻生效`,
  },
})
