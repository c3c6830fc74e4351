import { word } from '@brigade/contract/word.text.ts'
import { counting } from '@brigade/contract/plural.ts'
import { words } from '@brigade/contract/text.ts'

type N = { n: number }
type Limit = { n: number; value: number; limit: number; unit: string }

/** The editor of a recipe. */
export const editorText = words({
  addTitle: { en: 'Add recipe', zh: '新增菜谱' },
  editTitle: { en: 'Edit recipe', zh: '编辑菜谱' },
  savedAt: { en: (p: { time: string }) => `saved ${p.time}`, zh: (p: { time: string }) => `保存于 ${p.time}` },
  neverSaved: { en: 'not saved yet', zh: '尚未保存' },
  restored: {
    en: (p: { time: string }) => `Your unsaved changes (${p.time}) were restored.`,
    zh: (p: { time: string }) => `已恢复 ${p.time} 未保存的内容。`,
  },
  discard: { en: 'Discard', zh: '放弃' },
  discardTitle: { en: 'Discard unsaved changes?', zh: '放弃未保存的内容？' },
  discardBody: {
    en: 'Everything typed since the last save is deleted, including in this browser.',
    zh: '上次保存之后填写的内容将被删除，包括浏览器中的副本。',
  },
  keepEditing: { en: 'Keep editing', zh: '继续编辑' },

  addPicture: { en: 'Add picture', zh: '添加图片' },
  changePicture: { en: 'Replace', zh: '更换图片' },
  removePicture: { en: 'Remove picture', zh: '移除图片' },
  pictureHint: { en: 'JPG or PNG, up to 2 MB', zh: 'JPG 或 PNG，不超过 2 MB' },
  pictureTooBig: word.thePictureIsLargerThan2Mb,
  pictureWrongType: { en: 'Only JPG and PNG are supported', zh: '仅支持 JPG 或 PNG' },
  pictureSending: { en: 'Uploading the picture', zh: '图片上传中' },

  texts: { en: 'Name and description', zh: '名称与说明' },
  complete: {
    en: (p: { done: number; all: number }) => `${p.done} of ${p.all} complete`,
    zh: (p: { done: number; all: number }) => `已完成 ${p.done} / ${p.all} 种语言`,
  },
  writtenIn: { en: 'Language of the texts', zh: '文本语言' },
  addLanguage: word.addALanguage,
  languageMore: {
    en: (p: { name: string }) => `More for ${p.name}`,
    zh: (p: { name: string }) => `${p.name} 更多操作`,
  },
  makeBase: { en: 'Set as base language', zh: '设为基准语言' },
  isBase: { en: 'It is the base language', zh: '已是基准语言' },
  removeLanguage: { en: 'Remove the language and its texts', zh: '移除语言及其文本' },
  inBase: { en: (p: { text: string }) => `Base: ${p.text}`, zh: (p: { text: string }) => `基准：${p.text}` },
  outdated: { en: 'The base text has changed since', zh: '基准文本已修改，待更新' },
  tooLong: { en: 'longer than the panel of a typical model shows', zh: '超过常用型号面板的显示长度' },

  required: { en: 'required', zh: '必填' },
  noCategory: { en: 'Choose a category', zh: '请选择分类' },
  noContainer: word.notGiven,

  ingredientsTitle: word.ingredients,
  metric: { en: 'Metric', zh: '公制' },
  british: { en: 'British', zh: '英制' },
  measureSystem: { en: 'Units of amounts', zh: '用量单位制' },
  addIngredient: { en: 'Add ingredient', zh: '添加食材' },
  findIngredient: { en: 'Type a name', zh: '输入名称查找' },
  removeIngredient: { en: (p: { name: string }) => `Remove ${p.name}`, zh: (p: { name: string }) => `移除 ${p.name}` },
  amountOf: { en: (p: { name: string }) => `Amount of ${p.name}`, zh: (p: { name: string }) => `${p.name} 用量` },
  unitOf: { en: (p: { name: string }) => `Unit of ${p.name}`, zh: (p: { name: string }) => `${p.name} 单位` },
  unknownIngredient: { en: 'a deleted ingredient', zh: '已不存在的食材' },
  noIngredients: { en: 'No ingredient yet', zh: '暂无食材' },
  typedAs: {
    en: (p: { amount: string }) => `Kept as typed: ${p.amount}`,
    zh: (p: { amount: string }) => `按录入保存：${p.amount}`,
  },

  stagesOf: {
    en: (p: { n: number; max: number }) => `${p.n} of ${p.max}`,
    zh: (p: { n: number; max: number }) => `${p.n} / ${p.max}`,
  },
  preheatTo: { en: 'Preheat temperature', zh: '预热温度' },
  preheatComes: { en: (p: { t: string }) => `to ${p.t}`, zh: (p: { t: string }) => `至 ${p.t}` },
  none: word.none,
  low: { en: 'Low', zh: '低' },
  medium: { en: 'Medium', zh: '中' },
  high: { en: 'High', zh: '高' },
  custom: word.custom,
  min: { en: 'Min', zh: '分钟' },
  temp: { en: (p: { unit: string }) => `Temp ${p.unit}`, zh: (p: { unit: string }) => `温度 ${p.unit}` },
  hum: { en: 'Hum. %', zh: '湿度 %' },
  fan: { en: 'Fan %', zh: '风速 %' },
  core: { en: (p: { unit: string }) => `Core ${p.unit}`, zh: (p: { unit: string }) => `芯温 ${p.unit}` },
  turnPause: { en: 'Turn, pause', zh: '转向、暂停' },
  fieldOf: {
    en: (p: { n: number; field: string }) => `Stage ${p.n}: ${p.field}`,
    zh: (p: { n: number; field: string }) => `阶段 ${p.n}：${p.field}`,
  },
  estimatedMinutes: {
    en: '≈ Estimated for a medium-sized piece, a large one takes longer: the core temperature ends the stage.',
    zh: '≈ 按中等大小的食材估算，大块食材用时更长，实际以芯温为准。',
  },
  noEstimate: {
    en: '≈ ? No time can be estimated from these values.',
    zh: '≈ ? 按当前数值无法估算时长。',
  },
  preset: { en: 'Factory preset', zh: '出厂预设' },
  choosePreset: { en: 'Choose a preset', zh: '请选择预设' },
  noPresets: { en: 'The models have no presets', zh: '所选型号没有出厂预设' },
  presetNumber: { en: (p: { n: number }) => `Preset ${p.n}`, zh: (p: { n: number }) => `预设 ${p.n}` },
  forward: { en: 'The fan turns forward', zh: '风机正转' },
  reverse: { en: 'The fan turns in reverse', zh: '风机反转' },
  pause: { en: 'Pause before this to add an ingredient', zh: '此阶段前暂停加料' },
  pauseWords: { en: 'What to add at the pause', zh: '暂停时加什么' },
  stageWords: { en: 'Instruction', zh: '阶段说明' },
  wordsOf: {
    en: (p: { n: number; language: string }) => `Words of stage ${p.n}, ${p.language}`,
    zh: (p: { n: number; language: string }) => `阶段 ${p.n} 说明（${p.language}）`,
  },
  moreOf: { en: (p: N) => `More for stage ${p.n}`, zh: (p: N) => `阶段 ${p.n} 更多操作` },
  patternOf: { en: (p: N) => `Pattern of stage ${p.n}`, zh: (p: N) => `阶段 ${p.n} 类型` },
  noPattern: { en: 'Choose a pattern', zh: '选择类型' },
  copyStage: { en: 'Copy the stage', zh: '复制阶段' },
  moveUp: { en: 'Move up', zh: '上移' },
  moveDown: { en: 'Move down', zh: '下移' },
  removeStage: { en: 'Remove the stage', zh: '移除阶段' },
  addStage: { en: 'Add stage', zh: '添加阶段' },
  fullStages: { en: '14 stages are the maximum', zh: '已达 14 个阶段上限' },
  limits: {
    en: (p: { min: string; max: string }) =>
      `Temperature ${p.min} to ${p.max}, fan 30 to 100 %. Drag a handle, or press Alt with an arrow key, to reorder.`,
    zh: (p: { min: string; max: string }) =>
      `温度 ${p.min} 至 ${p.max}，风速 30 至 100 %。拖动手柄或按 Alt + 上下键调整顺序。`,
  },

  above: {
    en: (p: Limit) => `Stage ${p.n}: ${p.value} ${p.unit} is above the limit of ${p.limit} ${p.unit}.`,
    zh: (p: Limit) => `阶段 ${p.n}：${p.value} ${p.unit} 超过上限 ${p.limit} ${p.unit}。`,
  },
  below: {
    en: (p: Limit) => `Stage ${p.n}: ${p.value} ${p.unit} is below the limit of ${p.limit} ${p.unit}.`,
    zh: (p: Limit) => `阶段 ${p.n}：${p.value} ${p.unit} 低于下限 ${p.limit} ${p.unit}。`,
  },
  setTo: { en: (p: { value: string }) => `Set to ${p.value}`, zh: (p: { value: string }) => `改为 ${p.value}` },
  placeOfStage: {
    en: (p: { stage: string; field: string }) => `${p.stage}, ${p.field}`,
    zh: (p: { stage: string; field: string }) => `${p.stage} ${p.field}`,
  },
  placeOfIngredient: { en: (p: N) => `Ingredient ${p.n}`, zh: (p: N) => `食材 ${p.n}` },
  problems: {
    en: (p: N) => (p.n === 1 ? '1 problem' : `${p.n} problems`),
    zh: (p: N) => `${p.n} 个问题`,
  },
  allProblems: { en: 'All problems', zh: '全部问题' },
  notes: { en: (p: N) => (p.n === 1 ? '1 note' : `${p.n} notes`), zh: (p: N) => `${p.n} 条提示` },
  allNotes: { en: 'All notes', zh: '全部提示' },
  incomplete: {
    en: (p: N & { seen: string }) =>
      p.n === 1
        ? `1 language incomplete: its readers see ${p.seen}`
        : `${counting(p.n, 'language')} incomplete: their readers see ${p.seen}`,
    zh: (p: N & { seen: string }) => `${p.n} 种语言未完成，对应语言的用户将看到${p.seen}`,
  },
  noProblems: { en: 'Ready to publish', zh: '可以发布' },
  notChecked: { en: 'Not checked against the models yet', zh: '尚未与型号核对' },
  unsaved: { en: 'Unsaved changes', zh: '未保存' },
  cancel: word.cancel,
  saveAndPublish: { en: 'Save and publish', zh: '保存并发布' },
  mendFirst: { en: 'Fix the marked fields first', zh: '请先修正标出的问题' },
  nothingTyped: { en: 'Nothing was changed', zh: '没有修改' },
  someoneRemoved: { en: 'removed', zh: '已移除' },
})
