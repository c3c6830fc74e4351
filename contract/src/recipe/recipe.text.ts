import { word } from '../word.text.ts'
import { counting } from '../plural.ts'
import type { Locale, Words } from '../locale.ts'
import { texts } from '../text.ts'
import type { Container, RecipeStatus } from './recipe.model.ts'
import type { Unit } from './measure.rules.ts'
import type { CookingMode, Preheat, Stage } from './stage.model.ts'

type StageField = keyof Stage
type At = { stage: number; field: StageField }
type Named = { name: string }

export const stageFieldWords: Readonly<Record<StageField, Words>> = {
  key: { en: 'key', zh: '标识' },
  pattern: { en: 'pattern', zh: '阶段类型' },
  mode: { en: 'mode', zh: '结束方式' },
  minutes: { en: 'minutes', zh: '时长' },
  temperatureC: { en: 'temperature', zh: '温度' },
  differenceC: { en: 'temperature difference', zh: '温差' },
  coreTargetC: { en: 'core temperature', zh: '芯温' },
  humidity: { en: 'humidity', zh: '湿度' },
  fan: { en: 'fan', zh: '风速' },
  reverse: { en: 'fan direction', zh: '风机转向' },
  preset: { en: 'preset', zh: '出厂预设' },
  pauseBefore: { en: 'pause to add an ingredient', zh: '加料暂停' },
}
/** Units of the figures of a stage. */
export const stageUnitWords = {
  minutes: word.min,
  temperatureC: { en: '°C', zh: '°C' },
  differenceC: { en: '°C', zh: '°C' },
  coreTargetC: { en: '°C', zh: '°C' },
  humidity: { en: '%', zh: '%' },
  fan: { en: '%', zh: '%' },
} as const satisfies Readonly<Partial<Record<StageField, Words>>>
export const cookingModeWords: Readonly<Record<CookingMode, Words>> = {
  timed: { en: 'Timed', zh: '定时' },
  core: { en: 'Core probe', zh: '芯温探针' },
  difference: { en: 'Temp. difference', zh: '温差' },
  preset: { en: 'Factory preset', zh: '出厂预设' },
}
export const recipeStatusWords: Readonly<Record<RecipeStatus, Words>> = {
  unpublished: { en: 'Unpublished', zh: '未发布' },
  published: word.published,
  changed: { en: 'Published, with changes', zh: '已发布，有修改' },
}
export const containerWords: Readonly<Record<Container, Words>> = {
  'gn1/3': { en: 'GN 1/3', zh: 'GN 1/3' },
  'gn1/2': { en: 'GN 1/2', zh: 'GN 1/2' },
  'gn2/3': { en: 'GN 2/3', zh: 'GN 2/3' },
  'gn1/1': { en: 'GN 1/1', zh: 'GN 1/1' },
  'gn2/1': { en: 'GN 2/1', zh: 'GN 2/1' },
  '600x400': { en: '600 × 400', zh: '600 × 400' },
  none: { en: 'No container', zh: '不用烤盘' },
}
export const preheatWords: Readonly<Record<Preheat['mode'], Words>> = {
  none: word.none,
  custom: word.custom,
  low: { en: 'Low load', zh: '低负荷' },
  medium: { en: 'Medium load', zh: '中负荷' },
  high: { en: 'High load', zh: '高负荷' },
}
export const unitWords: Readonly<Record<Unit, Words>> = {
  g: { en: 'g', zh: '克' },
  kg: { en: 'kg', zh: '千克' },
  ml: { en: 'ml', zh: '毫升' },
  L: { en: 'L', zh: '升' },
  oz: { en: 'oz', zh: '盎司' },
  lb: { en: 'lb', zh: '磅' },
  floz: { en: 'fl oz', zh: '液量盎司' },
  pt: { en: 'pt', zh: '品脱' },
  piece: { en: 'pcs', zh: '个' },
  tsp: { en: 'tsp', zh: '茶匙' },
  tbsp: { en: 'tbsp', zh: '汤匙' },
  jin: { en: 'jin', zh: '斤' },
  liang: { en: 'liang', zh: '两' },
  toTaste: { en: 'to taste', zh: '适量' },
}

const counted = (recipes: number): string => (recipes === 1 ? '1 recipe' : `${recipes} recipes`)
const wordsByField: ReadonlyMap<string, Words> = new Map(Object.entries(stageFieldWords))
const at = ({ stage, field }: At) => `Stage ${stage}, ${wordsByField.get(field)?.en ?? field}`
const unitsByField: ReadonlyMap<string, Words> = new Map(Object.entries(stageUnitWords))
/** Returns the unit with a space before it; empty for a field without a unit. */
const unit = (field: StageField, locale: Locale): string => {
  const found = unitsByField.get(field)
  return found === undefined ? '' : ` ${found[locale]}`
}
const zhAt = ({ stage, field }: At) => `阶段 ${stage} ${wordsByField.get(field)?.zh ?? field}`

export const recipeText = texts('recipe', {
  unknown: { en: 'There is no such recipe', zh: '菜谱不存在', status: 404 },
  unknownCategory: { en: 'There is no such category', zh: '菜谱分类不存在', status: 404 },
  unknownIngredient: { en: 'There is no such ingredient', zh: '食材不存在', status: 404 },
  unknownVersion: { en: 'There is no such version', zh: '该版本不存在', status: 404 },
  categoryRequired: { en: 'Choose a category', zh: '请选择分类' },
  categoryMissing: { en: 'Choose an existing category', zh: '请选择有效的分类' },
  ingredientMissing: { en: 'This ingredient no longer exists', zh: '该食材已不存在' },
  productMissing: { en: 'There is no such oven model', zh: '烤箱型号不存在' },
  pictureMissing: { en: 'The picture no longer exists, upload it again', zh: '图片已不存在，请重新上传' },
  changedSince: {
    en: 'Somebody else has changed this. Reload and try again',
    zh: '内容已被他人修改，请刷新后重试',
    status: 409,
  },

  // Batches (spec 4 and 5).
  selectFirst: { en: 'Select data first', zh: '请先选择数据' },
  mixed: {
    en: 'Published and unpublished recipes are selected: this is impossible',
    zh: '所选菜谱发布状态不一致，无法操作',
    status: 409,
  },
  alreadySo: { en: 'They already have this status', zh: '所选菜谱已是该状态', status: 409 },
  removePublished: {
    en: 'A published recipe cannot be deleted: cancel publishing first',
    zh: '已发布的菜谱不能删除，请先取消发布',
    status: 409,
  },
  notReady: { en: 'It cannot be published yet', zh: '菜谱尚不能发布', status: 422 },
  tooLate: { en: 'It was deleted more than 30 days ago', zh: '删除已超过 30 天，无法恢复', status: 404 },
  noModelLeft: {
    en: (p: Named) => `${p.name} would have no model left`,
    zh: (p: Named) => `“${p.name}”将没有适用型号`,
    status: 422,
  },
  tooManyModels: {
    en: (p: Named) => `${p.name} would have more than 50 models`,
    zh: (p: Named) => `“${p.name}”的适用型号将超过 50 个`,
    status: 422,
  },

  // Fields.
  nameTooLong: { en: 'At most 16 Chinese or 48 Latin characters', zh: '最多 16 个汉字或 48 个半角字符' },
  nameMissing: { en: 'Enter the name in the base language', zh: '请填写基准语言的名称' },
  descriptionTooLong: { en: 'Use at most 120 characters', zh: '最多 120 个字符' },
  oneDecimal: { en: 'At most one decimal', zh: '最多一位小数' },
  threeDecimals: { en: 'At most three decimals', zh: '最多三位小数' },
  measurePositive: { en: 'Enter an amount above 0', zh: '用量须大于 0' },
  measureRequired: { en: 'Enter an amount', zh: '请填写用量' },
  measureRefused: { en: 'To taste has no amount', zh: '“适量”不填用量' },
  noProduct: { en: 'Choose at least one model', zh: '请至少选择一个适用型号' },
  noLanguage: { en: 'Choose a language', zh: '请选择语言' },
  noStage: { en: 'Add at least one stage', zh: '请至少添加一个阶段' },
  tooManyStages: { en: 'At most 14 stages', zh: '最多 14 个阶段' },
  noIngredient: { en: 'Add at least one ingredient', zh: '请至少添加一种食材' },
  twice: { en: 'This already exists', zh: '已存在，请勿重复' },
  baseNotChosen: { en: 'The base language must be one of the languages', zh: '基准语言须在所选语言中' },
  textOfOther: { en: 'This language is not chosen', zh: '未选择该语言' },
  textOfNoStage: { en: 'There is no stage with this key', zh: '没有对应的阶段' },
  languageUnknown: { en: 'The recipe does not have this language', zh: '该菜谱没有此语言', status: 404 },
  baseStays: { en: 'The base language cannot be deleted', zh: '基准语言不能删除', status: 409 },
  stageMissing: { en: (p: At) => `${at(p)}: this is required`, zh: (p: At) => `${zhAt(p)}：必填` },
  stageRefused: { en: (p: At) => `${at(p)}: not used in this mode`, zh: (p: At) => `${zhAt(p)}：该结束方式不填此项` },
  stageComputed: {
    en: (p: At) => `${at(p)}: this is calculated, not entered`,
    zh: (p: At) => `${zhAt(p)}：自动估算，不需填写`,
  },
  modeOfPattern: {
    en: (p: { stage: number; pattern: Words }) => `Stage ${p.stage}: ${p.pattern.en} cannot end this way`,
    zh: (p: { stage: number; pattern: Words }) => `阶段 ${p.stage}：“${p.pattern.zh}”不支持该结束方式`,
  },
  coreTooHigh: {
    en: (p: { stage: number }) => `Stage ${p.stage}: the core temperature must be below the temperature`,
    zh: (p: { stage: number }) => `阶段 ${p.stage}：芯温须低于温度`,
  },
  differenceTooHigh: {
    en: (p: { stage: number; max: number }) =>
      `Stage ${p.stage}: core temperature and difference together are above ${p.max} °C`,
    zh: (p: { stage: number; max: number }) => `阶段 ${p.stage}：芯温加温差超过 ${p.max} °C`,
  },
  preheatMissing: { en: 'Enter the preheat temperature', zh: '请填写预热温度' },
  preheatRefused: { en: 'Only custom preheating has a temperature', zh: '仅自定义预热需填写温度' },
  pauseUndescribed: {
    en: (p: { stage: number }) => `Stage ${p.stage}: describe what to do at the pause, in the base language`,
    zh: (p: { stage: number }) => `阶段 ${p.stage}：请用基准语言填写加料暂停的说明`,
  },

  // Problems of the fit; the model is named beside them.
  ofModel: {
    en: (p: { model: Words; message: Words }) => `${p.model.en}: ${p.message.en}`,
    zh: (p: { model: Words; message: Words }) => `${p.model.zh}：${p.message.zh}`,
  },
  /** Several models have something against one field. */
  ofModels: {
    en: (p: { message: Words; more: number }) => (p.more === 0 ? p.message.en : `${p.message.en}; ${p.more} more`),
    zh: (p: { message: Words; more: number }) => (p.more === 0 ? p.message.zh : `${p.message.zh}；另有 ${p.more} 项`),
  },
  fitNoProgram: { en: 'It does not support programs', zh: '该型号不支持程序' },
  fitTooMany: {
    en: (p: { max: number }) => `It supports at most ${p.max === 1 ? '1 stage' : `${p.max} stages`}`,
    zh: (p: { max: number }) => `该型号最多 ${p.max} 个阶段`,
  },
  fitNoMember: { en: (p: At) => `${at(p)}: not supported`, zh: (p: At) => `${zhAt(p)}：该型号不支持` },
  fitRange: {
    en: (p: At & { min: number; max: number }) => `${at(p)}: ${p.min} to ${p.max}${unit(p.field, 'en')} is allowed`,
    zh: (p: At & { min: number; max: number }) => `${zhAt(p)}：允许范围为 ${p.min} 至 ${p.max}${unit(p.field, 'zh')}`,
  },
  fitStep: {
    en: (p: At & { step: number }) => `${at(p)}: in steps of ${p.step}${unit(p.field, 'en')}`,
    zh: (p: At & { step: number }) => `${zhAt(p)}：步长为 ${p.step}${unit(p.field, 'zh')}`,
  },
  fitPreheat: {
    en: (p: { min: number; max: number; step: number }) =>
      `It preheats to ${p.min} to ${p.max} °C, in steps of ${p.step} °C`,
    zh: (p: { min: number; max: number; step: number }) =>
      `该型号预热温度为 ${p.min} 至 ${p.max} °C，步长 ${p.step} °C`,
  },
  fitChoice: { en: (p: At) => `${at(p)}: no such choice`, zh: (p: At) => `${zhAt(p)}：该型号没有此选项` },

  // Notes.
  noteUsual: {
    en: (p: { stage: number; min: number; max: number }) => `Stage ${p.stage}: ${p.min} to ${p.max} °C is usual`,
    zh: (p: { stage: number; min: number; max: number }) => `阶段 ${p.stage}：通常为 ${p.min} 至 ${p.max} °C`,
  },
  notePassed: {
    en: (p: { stage: number; earlier: number }) =>
      `Stage ${p.stage} ends as it begins: stage ${p.earlier} has reached its core temperature`,
    zh: (p: { stage: number; earlier: number }) => `阶段 ${p.stage} 一开始即结束：阶段 ${p.earlier} 已达到该芯温`,
  },
  notePanel: {
    en: (p: { language: string }) => `The name in ${p.language} is longer than the panel shows`,
    zh: (p: { language: string }) => `${p.language} 名称超过面板显示长度`,
  },
  noteGap: {
    en: (p: { language: string; done: number; total: number }) =>
      `${p.language}: ${p.done} of ${counting(p.total, 'text')}`,
    zh: (p: { language: string; done: number; total: number }) => `${p.language}：已译 ${p.done}/${p.total}`,
  },

  // Categories and ingredients.
  oneName: { en: 'Enter the name in at least one language', zh: '请至少填写一种语言的名称' },
  categoryInUse: {
    en: (p: { name: string; recipes: number }) => `${p.name} has ${counted(p.recipes)}`,
    zh: (p: { name: string; recipes: number }) => `“${p.name}”下有 ${p.recipes} 个菜谱`,
    status: 409,
  },
  ingredientInUse: {
    en: (p: { name: string; recipes: number }) => `${p.name} is used by ${counted(p.recipes)}`,
    zh: (p: { name: string; recipes: number }) => `“${p.name}”被 ${p.recipes} 个菜谱使用`,
    status: 409,
  },
  unitOfOtherKind: { en: 'This unit does not measure that kind', zh: '该单位不适用于此计量类型' },
  allergenTwice: { en: 'An allergen is named twice', zh: '过敏原重复' },
  nameTaken: { en: 'This name already exists in this language', zh: '该语言下已有同名项' },
  kindFixed: { en: 'Its kind is fixed while recipes use it', zh: '食材已被使用，不能更改计量类型', status: 409 },

  // Files.
  noKeyColumn: { en: 'There is no column “Key”', zh: '缺少“键”列', status: 422 },
  noLanguageColumn: { en: 'There is no language column', zh: '缺少语言列', status: 422 },
  keyUnknown: { en: 'There is no such text', zh: '没有该文本' },
  keyTwice: { en: 'This key is already in an earlier row', zh: '该键已在前面的行中出现' },
  noRecipes: { en: 'This is not a valid recipe file', zh: '不是有效的菜谱文件', status: 422 },
  fileProduct: {
    en: (p: { key: string }) => `There is no model ${p.key}`,
    zh: (p: { key: string }) => `没有型号 ${p.key}`,
  },
})
export type RecipeKey = keyof typeof recipeText
