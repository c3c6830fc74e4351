import { word } from '@brigade/contract/word.text.ts'
import { counting } from '@brigade/contract/plural.ts'
import { words } from '@brigade/contract/text.ts'

type Name = { name: string }

export const versionsText = words({
  versions: { en: 'Published versions', zh: '已发布版本' },
  kept: {
    en: (p: { kept: number }) => `The last ${p.kept} are kept, the newest first`,
    zh: (p: { kept: number }) => `保留最近 ${p.kept} 个版本，最新的在前`,
  },
  loading: { en: 'The versions are loading', zh: '正在加载版本' },
  none: { en: 'Nothing is published yet', zh: '尚未发布任何版本' },
  noneHint: {
    en: 'Each publication of the draft creates a version. Versions can be compared, exported, and restored into the draft.',
    zh: '每次发布草稿都会生成一个版本，可对比、导出，也可恢复到草稿。',
  },
  toDraft: word.goToTheDraft,
  version: word.version,
  current: { en: 'Published now', zh: '当前已发布' },
  number: { en: 'No.', zh: '序号' },
  note: word.whatIsNew,
  functions: { en: 'Functions', zh: '功能数' },
  publishedAt: word.publishedAt,
  publishedBy: { en: 'By', zh: '发布人' },
  actions: word.actions,
  compare: word.compare,
  compareNamed: { en: (p: Name) => `Compare ${p.name}`, zh: (p: Name) => `对比 ${p.name}` },
  compareVersions: { en: 'Compare versions', zh: '版本对比' },
  restore: word.restore,
  restoreNamed: { en: (p: Name) => `Restore ${p.name} into the draft`, zh: (p: Name) => `将 ${p.name} 恢复到草稿` },
  restoreTitle: { en: (p: Name) => `Restore ${p.name} into the draft?`, zh: (p: Name) => `将 ${p.name} 恢复到草稿？` },
  restoreReplaces: {
    en: (p: Name & { count: number; changes: number; who: string }) =>
      `The ${counting(p.count, 'function')} of the draft are replaced by those of ${p.name}. ${p.changes} unpublished ${
        p.changes === 1 ? 'change' : 'changes'
      }${p.who === '' ? '' : `, last by ${p.who},`} will be lost. What is published stays until the draft is published.`,
    zh: (p: Name & { count: number; changes: number; who: string }) =>
      `草稿现有的 ${p.count} 项功能将替换为 ${p.name} 的功能，其中 ${p.changes} 项未发布的变更${
        p.who === '' ? '' : `（最近由${p.who}修改）`
      }将被覆盖。发布草稿之前，已发布版本不变。`,
  },
  restoreNothingLost: {
    en: (p: Name) =>
      `The draft gets the functions of ${p.name}. It holds no unpublished changes now, so nothing is lost. What is published stays until the draft is published.`,
    zh: (p: Name) =>
      `草稿将使用 ${p.name} 的功能。草稿目前没有未发布的变更，不会丢失内容。发布草稿之前，已发布版本不变。`,
  },
  restored: { en: (p: Name) => `${p.name} is in the draft`, zh: (p: Name) => `${p.name} 已恢复到草稿` },
  undo: word.undo,
  undone: { en: 'Undone: the draft is as it was', zh: '已撤销，草稿恢复原状' },

  before: { en: 'Compare', zh: '对比版本' },
  after: { en: 'with', zh: '与' },
  draft: word.draft,
  option: {
    en: (p: Name & { day: string }) => `${p.name} (${p.day})`,
    zh: (p: Name & { day: string }) => `${p.name}（${p.day}）`,
  },
  same: { en: 'There is no difference', zh: '两者没有差异' },
  sameHint: { en: 'Both have the same functions, with the same definitions.', zh: '两者的功能及定义完全相同。' },
  comparing: { en: 'Comparing', zh: '正在对比' },
  work: { en: 'Differences', zh: '对比结果' },
  titleOf: { en: (p: Name) => `Version ${p.name}`, zh: (p: Name) => `版本 ${p.name}` },
})
