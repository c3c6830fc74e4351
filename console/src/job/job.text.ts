import { word } from '@brigade/contract/word.text.ts'
import { counting } from '@brigade/contract/plural.ts'
import type { JobStatus } from '@brigade/contract/job/job.model.ts'
import type { Words } from '@brigade/contract/locale.ts'
import { words } from '@brigade/contract/text.ts'

type Title = { title: string }
type Count = { n: string }

export const jobStatusWords: Readonly<Record<JobStatus | 'cancelling', Words>> = {
  waiting: { en: 'Waiting', zh: '排队中' },
  running: { en: 'Running', zh: '进行中' },
  cancelling: { en: 'Stopping', zh: '正在停止' },
  succeeded: { en: 'Done', zh: '已完成' },
  failed: word.failed,
  cancelled: { en: 'Cancelled', zh: '已取消' },
}

/** Texts of long work: the tray of the header, and jobs on other screens. */
export const jobText = words({
  tray: { en: 'Jobs', zh: '后台任务' },
  trayRunning: {
    en: (p: { n: number }) => `Jobs, ${p.n} running`,
    zh: (p: { n: number }) => `后台任务，${p.n} 个进行中`,
  },
  emptyTitle: { en: 'No jobs', zh: '暂无后台任务' },
  emptyHint: {
    en: 'Exports and imports run here. Closing the page does not stop them.',
    zh: '导出和导入在此显示进度，关闭页面不影响执行。',
  },
  kept: {
    en: 'Kept for 7 days with their files; for 1 hour with device secrets',
    zh: '任务及文件保留 7 天，含设备密钥的保留 1 小时',
  },
  loading: { en: 'Loading jobs', zh: '加载中' },

  started: {
    en: 'Started. Progress is under Jobs, at the top.',
    zh: '任务已开始，可在右上角“后台任务”查看进度。',
  },
  succeeded: { en: (p: Title) => `${p.title}: done`, zh: (p: Title) => `${p.title}：已完成` },
  succeededRefused: {
    en: (p: Title & Count) => `${p.title}: done, ${counting(p.n, 'row')} refused`,
    zh: (p: Title & Count) => `${p.title}：已完成，${p.n} 行未通过`,
  },
  failed: {
    en: (p: Title & { why: string }) => `${p.title}: ${p.why}`,
    zh: (p: Title & { why: string }) => `${p.title}：${p.why}`,
  },
  open: { en: 'Show jobs', zh: '查看任务' },

  doneOf: {
    en: (p: { done: string; total: string }) => `${p.done} of ${p.total}`,
    zh: (p: { done: string; total: string }) => `${p.done} / ${p.total}`,
  },
  doneRows: { en: (p: { done: string }) => counting(p.done, 'row'), zh: (p: { done: string }) => `${p.done} 行` },
  refused: { en: (p: Count) => `${p.n} refused`, zh: (p: Count) => `${p.n} 行未通过` },
  left: { en: (p: { time: string }) => `about ${p.time} left`, zh: (p: { time: string }) => `约剩 ${p.time}` },

  download: { en: 'Download', zh: '下载' },
  downloadErrors: { en: 'Refused rows', zh: '未通过的行' },
  cancel: { en: 'Cancel', zh: '取消任务' },
  cancelAsk: { en: 'Stop this job? Completed work is kept.', zh: '确定停止？已完成的部分会保留。' },
  cancelYes: word.stop,
  cancelNo: { en: 'Go on', zh: '继续执行' },
  remove: { en: (p: Title) => `Remove ${p.title} with its files`, zh: (p: Title) => `删除 ${p.title} 及其文件` },
})
