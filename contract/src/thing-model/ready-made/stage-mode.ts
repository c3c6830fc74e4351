/** How a stage cooks (spec 3, Recipe: stage patterns). An oven receives the numbers. */
export const stageModes = [
  { value: 0, key: 'THAW', en: 'Thaw', zh: '解冻' },
  { value: 1, key: 'STEAM', en: 'Steam', zh: '蒸' },
  { value: 2, key: 'ROAST', en: 'Roast', zh: '烤' },
  { value: 3, key: 'BARBECUE', en: 'Barbecue', zh: '烧烤' },
  { value: 4, key: 'FRY', en: 'Fry', zh: '炸' },
  { value: 5, key: 'GRILL', en: 'Grill', zh: '煎扒' },
  { value: 6, key: 'STEW', en: 'Stew', zh: '炖' },
  { value: 7, key: 'LOW_TEMPERATURE_COOKING', en: 'Low-temperature cooking', zh: '低温烹饪' },
  { value: 8, key: 'FERMENTATION', en: 'Fermentation', zh: '发酵' },
  { value: 9, key: 'HEAT_PRESERVATION', en: 'Heat preservation', zh: '保温' },
] as const
/** Conditions that end a stage, in the order of a recipe's cooking modes. */
export const stageEnds = [
  { value: 0, en: 'By time', zh: '按时间' },
  { value: 1, en: 'By core temperature', zh: '按芯温' },
  { value: 2, en: 'By temperature difference', zh: '按温差' },
  { value: 3, en: 'By preset', zh: '按出厂预设' },
] as const

/** Presets that our ovens cook by themselves, without settings from outside. */
export const stagePresets = [
  { value: 1, en: 'Rice', zh: '米饭' },
  { value: 2, en: 'Steamed vegetables', zh: '蒸时蔬' },
  { value: 3, en: 'Steamed fish', zh: '清蒸鱼' },
  { value: 4, en: 'Bread rolls', zh: '小餐包' },
  { value: 5, en: 'Roast chicken', zh: '烤鸡' },
] as const

export type StageMode = (typeof stageModes)[number]['key']
