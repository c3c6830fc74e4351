import { word } from '@brigade/contract/word.text.ts'
import { counting } from '@brigade/contract/plural.ts'
import { words } from '@brigade/contract/text.ts'

type Count = { n: number }
type Name = { name: string }
type Stamp = { name: string; at: string; by: string }

/** The screen where a product's texts are translated. */
export const languageText = words({
  title: { en: (p: Name) => `${p.name}: languages`, zh: (p: Name) => `${p.name} · 多语言` },
  backToModel: { en: 'Back to the model', zh: '返回型号详情' },
  intro: {
    en: 'English and Chinese are part of the thing model and the templates.',
    zh: '英文和中文在物模型与模板中维护。',
  },
  languages: word.languages,
  add: { en: 'Add language', zh: '添加语言' },
  addTitle: word.addALanguage,
  addHint: {
    en: 'It starts without words; the app shows untranslated words in English.',
    zh: '新语言暂无词条，未翻译的内容在 App 中显示为英文。',
  },
  language: word.language,
  chooseLanguage: { en: 'Choose a language', zh: '请选择语言' },
  added: { en: (p: Name) => `${p.name} is added`, zh: (p: Name) => `已添加${p.name}` },
  allAdded: { en: 'All languages are added', zh: '已添加全部语言' },
  cancel: word.cancel,
  emptyTitle: { en: 'No other language yet', zh: '暂无其他语言' },
  emptyHint: {
    en: 'Add one to translate the names of functions, parameters, choices, faults and templates.',
    zh: '添加语言后，可翻译功能、参数、枚举项、故障及模板中的文字。',
  },
  emptyReader: { en: 'Languages appear here once somebody has added them.', zh: '添加语言后将显示在这里。' },

  draft: { en: 'Not published', zh: '未发布' },
  published: word.published,
  changed: { en: 'Changed since', zh: '有未发布修改' },
  coverage: {
    en: (p: { done: string; all: string }) => `${p.done} of ${counting(p.all, 'word')}`,
    zh: (p: { done: string; all: string }) => `已译 ${p.done} / ${p.all}`,
  },
  full: { en: 'complete', zh: '完整' },
  half: { en: 'partial', zh: '部分' },
  none: { en: 'nothing yet', zh: '未翻译' },
  unsavedMark: { en: 'unsaved', zh: '未保存' },
  savedBy: {
    en: (p: Stamp) => `${p.name} saved ${p.at}${p.by === '' ? '' : ` by ${p.by}`}`,
    zh: (p: Stamp) => `${p.name}${p.by === '' ? '' : `由 ${p.by} `}保存于 ${p.at}`,
  },

  publish: word.publish,
  publishTitle: { en: 'Publish languages', zh: '发布语言' },
  publishIntro: {
    en: 'The app uses the words the next time it is opened. Untranslated words are shown in English.',
    zh: '发布后，App 下次打开时使用新词条；未翻译的内容显示为英文。',
  },
  publishN: {
    en: (p: Count) => `Publish ${p.n} ${p.n === 1 ? 'language' : 'languages'}`,
    zh: (p: Count) => `发布 ${p.n} 种语言`,
  },
  publishedN: {
    en: (p: Count) => `${p.n} ${p.n === 1 ? 'language is' : 'languages are'} published`,
    zh: (p: Count) => `已发布 ${p.n} 种语言`,
  },
  nothingToPublish: { en: 'All languages are already published', zh: '各语言均已发布，无需再发布' },
  chooseOne: { en: 'Choose at least one', zh: '请至少选择一种语言' },
  saveFirst: { en: 'Save first: unsaved words are not published', zh: '请先保存，未保存的词条不会发布' },

  remove: word.delete,
  removeTitle: { en: (p: Name) => `Delete ${p.name}`, zh: (p: Name) => `删除${p.name}` },
  removeBody: {
    en: (p: { name: string; n: string }) =>
      `Its ${counting(p.n, 'translated word is', 'translated words are')} removed for good, and the app no longer offers ${p.name} for this product. This cannot be undone.`,
    zh: (p: { name: string; n: string }) => `${p.n} 条译文将永久删除，App 中该产品不再提供${p.name}，且无法恢复。`,
  },
  removed: { en: (p: Name) => `${p.name} is deleted`, zh: (p: Name) => `已删除${p.name}` },
  more: word.more,

  import: word.import,
  importTitle: { en: 'Import words', zh: '导入词条' },
  importIntro: {
    en: 'A table in the format of the export: a row for each word, a column for each language. Empty cells change nothing, and the words go into the drafts.',
    zh: '使用导出的表格：每行一个词条，每列一种语言。空单元格不改动原内容，导入后写入各语言草稿。',
  },
  export: word.export,
  exportAll: { en: 'All languages, Excel (.xlsx)', zh: '全部语言，Excel 表格（.xlsx）' },
  exportAllCsv: { en: 'All languages, text (.csv)', zh: '全部语言，CSV 文本（.csv）' },
  exportOne: {
    en: (p: Name) => `${p.name} only, Excel (.xlsx)`,
    zh: (p: Name) => `仅${p.name}，Excel 表格（.xlsx）`,
  },
})

export const wordsText = words({
  words: { en: (p: Name) => `Words in ${p.name}`, zh: (p: Name) => `${p.name}词条` },
  english: word.english,
  chinese: word.chinese,
  state: word.state,
  show: word.show,
  all: { en: (p: { n: string }) => `All ${p.n}`, zh: (p: { n: string }) => `全部 ${p.n}` },
  missing: { en: (p: { n: string }) => `Missing ${p.n}`, zh: (p: { n: string }) => `未翻译 ${p.n}` },
  changedSince: { en: (p: { n: string }) => `Changed ${p.n}`, zh: (p: { n: string }) => `已修改 ${p.n}` },
  kind: word.kind,
  anyKind: { en: 'All kinds', zh: '全部类型' },
  search: { en: 'Word, translation or identifier', zh: '词条、译文或标识符' },
  function: word.functions,
  parameter: { en: 'Parameters', zh: '参数' },
  item: { en: 'Choices', zh: '枚举项' },
  fault: word.faults,
  template: { en: 'Templates', zh: '模板' },
  isMissing: { en: 'Missing', zh: '未翻译' },
  isNew: { en: 'New', zh: '新增' },
  isChanged: { en: 'Changed', zh: '已修改' },
  isTakenAway: { en: 'Cleared', zh: '已清空' },
  isPublished: word.published,
  isUnsaved: { en: 'Unsaved', zh: '未保存' },
  was: { en: (p: { text: string }) => `Published: ${p.text}`, zh: (p: { text: string }) => `已发布：${p.text}` },
  inLanguage: {
    en: (p: { word: string; name: string }) => `${p.word} in ${p.name}`,
    zh: (p: { word: string; name: string }) => `${p.word}（${p.name}）`,
  },
  tooLong: {
    en: (p: { max: number }) => `At most ${counting(p.max, 'character')}`,
    zh: (p: { max: number }) => `最多 ${p.max} 个字符`,
  },
  keys: {
    en: 'Enter goes to the next word and Shift + Enter to the previous one, as do the arrow keys. Ctrl + S saves.',
    zh: '按 Enter 跳到下一条，Shift + Enter 返回上一条，也可用方向键；Ctrl + S 保存。',
  },
  range: {
    en: (p: { from: string; to: string; of: string }) => `${p.from} to ${p.to} of ${p.of}`,
    zh: (p: { from: string; to: string; of: string }) => `第 ${p.from} 至 ${p.to} 条，共 ${p.of} 条`,
  },
  pages: { en: 'Pages of words', zh: '词条分页' },
  previous: { en: 'Previous words', zh: '上一页' },
  next: { en: 'Next words', zh: '下一页' },
  allDone: { en: 'Every word is translated', zh: '全部词条均已翻译' },
  noneChanged: { en: 'Nothing has changed since publishing', zh: '发布后没有改动' },
  noWords: { en: 'The product has no words yet', zh: '该产品暂无词条' },
  noWordsHint: { en: 'Words come with its functions and templates.', zh: '添加功能或模板后，词条将自动出现。' },
  nothingFound: { en: 'No word matches', zh: '没有匹配的词条' },
  clear: word.clearFilters,
  save: word.save,
  saved: { en: (p: Name) => `${p.name} is saved`, zh: (p: Name) => `${p.name}已保存` },
  unsaved: { en: (p: Count) => `${p.n} unsaved ${p.n === 1 ? 'word' : 'words'}`, zh: (p: Count) => `${p.n} 条未保存` },
  allSaved: { en: 'Everything is saved', zh: '全部已保存' },
  undo: { en: 'Discard changes', zh: '撤销修改' },
  problems: { en: (p: Count) => `${p.n} too long`, zh: (p: Count) => `${p.n} 条过长` },
  taken: { en: (p: Count) => `${p.n} ${p.n === 1 ? 'word' : 'words'}`, zh: (p: Count) => `${p.n} 条` },
})

/** The overview of a product's languages. */
export const languagesTabText = words({
  open: { en: 'Translate', zh: '翻译' },
  view: word.view,
  all: { en: 'Open all languages', zh: '打开多语言' },
  coverage: { en: 'Coverage', zh: '翻译进度' },
  state: word.state,
  saved: { en: 'Saved', zh: '保存时间' },
  by: { en: 'By', zh: '保存人' },
  published: word.publishedAt,
})
