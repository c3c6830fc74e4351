import { word } from '@brigade/contract/word.text.ts'
import { words } from '@brigade/contract/text.ts'

type Count = { count: number }

export const draftText = words({
  /** The page's name, after that of the model. */
  title: { en: (p: { name: string }) => `${p.name}: draft`, zh: (p: { name: string }) => `${p.name} 草稿` },
  tabs: { en: 'Parts of the draft', zh: '草稿内容' },
  functions: word.functions,
  backToModel: { en: 'Back to the model', zh: '返回型号' },

  version: { en: (p: { name: string }) => `Published: ${p.name}`, zh: (p: { name: string }) => `已发布 ${p.name}` },
  noVersion: { en: 'Nothing published yet', zh: '尚未发布' },
  edited: {
    en: (p: { by: string; at: string }) => `Draft: ${p.by === '' ? '' : `${p.by}, `}${p.at}`,
    zh: (p: { by: string; at: string }) => `草稿：${p.by === '' ? '' : `${p.by}，`}${p.at}`,
  },
  noDraft: { en: 'No draft: the same as published', zh: '无草稿，与已发布版本一致' },
  changes: { en: 'Changes', zh: '变更' },
  breaking: { en: (p: Count) => `${p.count} breaking`, zh: (p: Count) => `不兼容 ${p.count} 项` },
  missing: { en: 'Missing', zh: '待补全' },
  inPublished: { en: (p: Count) => `${p.count} published`, zh: (p: Count) => `已发布 ${p.count} 项` },

  nothingToPublish: { en: 'The draft is the same as what is published', zh: '草稿与已发布版本一致' },
  import: word.import,
  discard: { en: 'Discard draft', zh: '放弃草稿' },
  noDraftNow: { en: 'There is no draft', zh: '当前没有草稿' },
  moreActions: word.more,
  discardTitle: { en: 'Discard the draft', zh: '放弃草稿' },
  discardBody: {
    en: (p: Count) =>
      `${p.count} ${p.count === 1 ? 'change' : 'changes'} to the functions will be lost, and the draft returns to what is published. Templates and languages stay.`,
    zh: (p: Count) => `${p.count} 项功能变更将丢失，草稿恢复为已发布的内容；模板和多语言不受影响。`,
  },
  discardAll: {
    en: (p: Count) =>
      `Nothing is published yet: ${p.count === 1 ? 'the 1 function' : `all ${p.count} functions`} of the draft will be lost. Templates and languages stay.`,
    zh: (p: Count) => `尚未发布任何版本，草稿中的全部 ${p.count} 项功能将丢失；模板和多语言不受影响。`,
  },
  discarded: { en: 'The draft is discarded', zh: '已放弃草稿' },
})
