import { word } from '@brigade/contract/word.text.ts'
import type { controlIcons, editControls } from '@brigade/contract/product/template/template.model.ts'
import { words } from '@brigade/contract/text.ts'

type Count = { n: number }
type Of = { n: number; max: number }
type Name = { name: string }

/** The forms of the five templates. */
export const editText = words({
  inEnglish: { en: (p: Name) => `${p.name}, English`, zh: (p: Name) => `${p.name}（英文）` },
  inChinese: { en: (p: Name) => `${p.name}, Chinese`, zh: (p: Name) => `${p.name}（中文）` },
  of: {
    en: (p: { what: string; where: string }) => `${p.where}: ${p.what}`,
    zh: (p: { what: string; where: string }) => `${p.where}：${p.what}`,
  },

  remove: { en: (p: Name) => `Remove ${p.name}`, zh: (p: Name) => `删除${p.name}` },
  orderHint: {
    en: 'Drag a handle, or press Alt with an arrow key, to reorder.',
    zh: '拖动手柄，或按 Alt + 方向键调整顺序。',
  },
  full: { en: (p: { max: number }) => `At most ${p.max}`, zh: (p: { max: number }) => `最多 ${p.max} 个` },
  count: { en: (p: Of) => `${p.n} of ${p.max}`, zh: (p: Of) => `${p.n} / ${p.max}` },
  ownName: { en: 'own name', zh: '沿用功能名称' },

  addMode: { en: 'Add a mode', zh: '添加配网方式' },
  allModes: { en: 'All modes are added', zh: '已添加全部配网方式' },
  addStep: { en: 'Add a step', zh: '添加步骤' },
  firstMode: { en: 'offered first', zh: '优先推荐' },
  modeSteps: { en: (p: Count) => `${p.n} ${p.n === 1 ? 'step' : 'steps'}`, zh: (p: Count) => `${p.n} 个步骤` },
  namePrefixHint: {
    en: 'Of the hotspot or Bluetooth name; empty: not matched',
    zh: '热点或蓝牙名称的前缀，留空则不匹配',
  },
  timeoutHint: { en: '30 to 600 s', zh: '30 至 600 秒' },
  choosePicture: word.chooseAPicture,
  replacePicture: word.replace,
  removePicture: word.remove,
  pictureHint: { en: 'JPG, PNG or GIF, up to 2 MB', zh: '支持 JPG、PNG、GIF，不超过 2 MB' },
  pictureTooBig: word.thePictureIsLargerThan2Mb,
  pictureWrongType: word.chooseAJpgPngOrGifPicture,
  pictureSending: {
    en: (p: { percent: number }) => `Uploading, ${p.percent}%`,
    zh: (p: { percent: number }) => `正在上传 ${p.percent}%`,
  },
  seconds: { en: 's', zh: '秒' },

  addGroup: { en: 'Add a group', zh: '添加分组' },
  addItem: { en: 'Add a property', zh: '添加属性' },
  addControl: { en: 'Add a control', zh: '添加控件' },
  addZone: { en: 'Add a zone', zh: '添加温区' },
  addPreset: { en: 'Add a preset', zh: '添加预设' },
  noPresets: { en: 'No presets. They are shown below the zones.', zh: '暂无预设，添加后显示在温区下方。' },
  large: { en: 'Large', zh: '突出' },
  asks: { en: 'Asks first', zh: '需确认' },
  one: { en: 'Half', zh: '半宽' },
  two: { en: 'Full', zh: '整宽' },
  notNeeded: { en: 'This action needs no function', zh: '该动作无需选择功能' },
})

export const editControlText = words({
  switch: { en: 'Switch', zh: '开关' },
  slider: { en: 'Slider', zh: '滑块' },
  stepper: { en: 'Stepper', zh: '步进器' },
  choice: { en: 'Choice', zh: '单选' },
  input: { en: 'Input', zh: '输入框' },
  time: word.time,
} satisfies Record<(typeof editControls)[number], { en: string; zh: string }>)

export const controlIconText = words({
  power: { en: 'Power', zh: '电源' },
  play: { en: 'Start', zh: '启动' },
  stop: word.stop,
  light: { en: 'Light', zh: '照明' },
  fan: { en: 'Fan', zh: '风机' },
  steam: { en: 'Steam', zh: '蒸汽' },
  temperature: word.temperature,
  door: { en: 'Door', zh: '门' },
  defrost: { en: 'Defrost', zh: '除霜' },
  wash: { en: 'Wash', zh: '清洗' },
  timer: { en: 'Timer', zh: '定时' },
  settings: word.settings,
} satisfies Record<(typeof controlIcons)[number], { en: string; zh: string }>)
