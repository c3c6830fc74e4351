import { word } from '@brigade/contract/word.text.ts'
import { counting } from '@brigade/contract/plural.ts'
import { words } from '@brigade/contract/text.ts'

type Count = { n: number }
type Stamp = { at: string; by: string }

/** The editor of a template: state, saving, publishing, problems. */
export const templateText = words({
  back: { en: 'All templates', zh: '返回模板列表' },
  loading: { en: 'Loading the template', zh: '正在加载模板' },

  none: { en: 'Empty', zh: '未配置' },
  draft: { en: 'Draft, not published', zh: '草稿，未发布' },
  published: word.published,
  changed: { en: 'Published, draft differs', zh: '已发布，草稿有改动' },
  // The saved template has no author if the product brought it.
  savedAt: {
    en: (p: Stamp) => `saved ${p.at}${p.by === '' ? '' : ` by ${p.by}`}`,
    zh: (p: Stamp) => `${p.by} 保存于 ${p.at}`.trim(),
  },
  publishedAt: {
    en: (p: Stamp) => `published ${p.at}${p.by === '' ? '' : ` by ${p.by}`}`,
    zh: (p: Stamp) => `${p.by} 发布于 ${p.at}`.trim(),
  },

  emptyTitle: { en: 'This template is empty', zh: '该模板尚未配置' },
  propose: { en: 'Propose from the thing model', zh: '根据物模型生成' },
  proposeHint: {
    en: 'A first version is generated from the published functions. Nothing is saved until you save it.',
    zh: '根据已发布的功能生成初稿，点击保存前不会写入。',
  },
  proposed: {
    en: 'Generated from the published functions. Review it and save.',
    zh: '已根据已发布功能生成，请检查后保存',
  },
  startEmpty: { en: 'Start empty', zh: '从空白开始' },
  emptyReader: { en: 'It appears here once somebody has created it.', zh: '配置完成后将显示在这里。' },
  noModel: {
    en: 'The product has no published thing model yet, so there is nothing a template could refer to.',
    zh: '该产品尚未发布物模型，模板暂无可引用的功能。',
  },

  save: { en: 'Save draft', zh: '保存草稿' },
  saved: { en: 'The draft is saved', zh: '草稿已保存' },
  publish: word.publish,
  saveAndPublish: { en: 'Save and publish', zh: '保存并发布' },
  publishTitle: { en: (p: { name: string }) => `Publish “${p.name}”`, zh: (p: { name: string }) => `发布“${p.name}”` },
  publishBody: {
    en: (p: { product: string }) =>
      `The phone app shows it for ${p.product} the next time the page is opened. What was published before is replaced.`,
    zh: (p: { product: string }) => `发布后，用户下次打开${p.product}的页面即可看到新内容，原已发布内容将被替换。`,
  },
  publishedDone: { en: 'The template is published', zh: '模板已发布' },
  nothingToPublish: { en: 'There are no changes to publish', zh: '与已发布内容一致，无需发布' },
  unsaved: { en: 'Unsaved changes', zh: '有未保存的修改' },
  allSaved: { en: 'Everything is saved', zh: '全部已保存' },
  undo: { en: 'Discard changes', zh: '撤销修改' },
  takePublished: { en: 'Back to published', zh: '恢复为已发布内容' },
  tookPublished: { en: 'As published. Save to keep it.', zh: '已恢复为已发布内容，保存后生效' },

  problems: { en: (p: Count) => `${p.n} ${p.n === 1 ? 'problem' : 'problems'}`, zh: (p: Count) => `${p.n} 处问题` },
  faultsTitle: {
    en: (p: Count) =>
      p.n === 1
        ? '1 function does not fit the published thing model'
        : `${counting(p.n, 'function does', 'functions do')} not fit the published thing model`,
    zh: (p: Count) => `有 ${p.n} 处功能与已发布物模型不符`,
  },
  faultsHint: {
    en: 'The draft can be saved. Publishing is refused until these are corrected.',
    zh: '草稿可以保存；修正以下各处之前无法发布。',
  },
  notPublished: {
    en: (p: Count) =>
      `Not published: ${p.n} ${p.n === 1 ? 'function does' : 'functions do'} not fit the published thing model`,
    zh: (p: Count) => `无法发布：有 ${p.n} 处功能与已发布物模型不符`,
  },
  faultsHintReader: { en: 'It cannot be published like this.', zh: '修正之前无法发布。' },
  chooseFunction: { en: 'Choose a function', zh: '请选择功能' },
  gone: { en: 'gone', zh: '已移除' },

  preview: word.preview,
  previewOf: { en: (p: { of: string }) => `Preview, ${p.of}`, zh: (p: { of: string }) => `预览：${p.of}` },
  show: word.show,
  asTyped: word.draft,
  asPublished: word.published,
  both: { en: 'Both', zh: '对照' },
  language: { en: 'Language of the preview', zh: '预览语言' },
  otherLanguage: { en: 'Other language', zh: '其他语言' },
  notPublishedYet: { en: 'Not published yet', zh: '尚未发布' },
  formOf: { en: (p: { name: string }) => `${p.name}: content`, zh: (p: { name: string }) => `${p.name}：内容` },
  clashWhole: { en: 'Order', zh: '顺序' },
  clashThere: { en: 'there', zh: '有此项' },
  clashGone: { en: 'removed', zh: '已删除' },
})

/** Each hint explains the purpose of one of the five templates. */
export const templateHints = words({
  'distribution-network': {
    en: 'Guides the user through connecting the appliance to a network, step by step.',
    zh: '引导用户逐步完成设备配网。',
  },
  'params-info': { en: 'The readings the app shows, in groups.', zh: 'App 按分组展示的设备参数。' },
  'device-control': { en: 'The buttons of the appliance’s own page.', zh: '设备主页上的控制按钮。' },
  'params-edit': { en: 'The settings a user can change, and the controls for them.', zh: '用户可修改的参数及其控件。' },
  'temperature-control': { en: 'Temperature by zone, with presets.', zh: '按温区调节温度，支持预设。' },
})

/** The overview of the five templates. */
export const templatesTabText = words({
  title: { en: 'Templates of the phone app', zh: 'App 模板' },
  template: { en: 'Template', zh: '模板' },
  state: word.state,
  saved: { en: 'Draft saved', zh: '草稿保存时间' },
  published: word.publishedAt,
  faults: { en: 'Functions that do not fit', zh: '不符的功能' },
  fits: word.noneInside,
  by: word.by,
  mayEdit: word.edit,
  mayView: word.view,
  begin: { en: 'Start', zh: '开始配置' },
  note: {
    en: 'What the app shows of this product. Templates refer to published functions only.',
    zh: '决定 App 中该产品的展示内容，仅可引用已发布的功能。',
  },
})

const places = {
  modes: { en: (p: Count) => `Mode ${p.n}`, zh: (p: Count) => `配网方式 ${p.n}` },
  steps: { en: (p: Count) => `step ${p.n}`, zh: (p: Count) => `步骤 ${p.n}` },
  groups: { en: (p: Count) => `Group ${p.n}`, zh: (p: Count) => `分组 ${p.n}` },
  items: { en: (p: Count) => `entry ${p.n}`, zh: (p: Count) => `第 ${p.n} 项` },
  controls: { en: (p: Count) => `Control ${p.n}`, zh: (p: Count) => `控件 ${p.n}` },
  zones: { en: (p: Count) => `Zone ${p.n}`, zh: (p: Count) => `温区 ${p.n}` },
  presets: { en: (p: Count) => `Preset ${p.n}`, zh: (p: Count) => `预设 ${p.n}` },
} as const
/** Lists of a template: one of them by its number. */
export const listPlaces = words(places)

/** Field labels and lists of problems name the paths of a template with these words. */
export const placeText = words({
  modes: { en: 'Networking modes', zh: '配网方式' },
  steps: { en: 'Steps', zh: '步骤' },
  groups: { en: 'Groups', zh: '分组' },
  items: { en: 'Entries', zh: '条目' },
  controls: { en: 'Controls', zh: '控件' },
  zones: { en: 'Zones', zh: '温区' },
  presets: { en: 'Presets', zh: '预设' },
  mode: { en: 'Mode', zh: '配网方式' },
  namePrefix: { en: 'Name prefix', zh: '名称前缀' },
  timeoutS: { en: 'Time-out', zh: '超时时间' },
  title: word.title,
  text: { en: 'Text', zh: '说明' },
  button: { en: 'Button', zh: '按钮文字' },
  imageFileId: word.picture,
  property: word.property,
  identifier: word.function,
  label: { en: 'Label', zh: '显示名称' },
  emphasis: { en: 'Large', zh: '突出显示' },
  control: { en: 'Control', zh: '控件' },
  confirm: { en: 'Asks first', zh: '需确认' },
  headline: { en: 'Reading above the controls', zh: '顶部读数' },
  icon: { en: 'Icon', zh: '图标' },
  action: { en: 'Action', zh: '点击动作' },
  width: { en: 'Width', zh: '宽度' },
  name: word.name,
  current: { en: 'Current temperature', zh: '当前温度' },
  target: { en: 'Target temperature', zh: '目标温度' },
  humidity: word.humidity,
  power: { en: 'On and off', zh: '开关' },
  temperatureC: word.temperature,
  en: word.english,
  zh: word.chinese,
})
