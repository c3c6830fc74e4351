import { words } from '@brigade/contract/text.ts'

export const platformText = words({
  networkFailed: { en: 'Network error, please try again later', zh: '网络异常，请稍后重试' },
  badAnswer: { en: 'The server sent an answer that cannot be read', zh: '服务器返回的内容无法识别' },
  chunkFailed: {
    en: 'Part of the page did not load within 120 seconds. Reload to try again.',
    zh: '页面资源在 120 秒内未能加载完成，请刷新后重试。',
  },
  chunkLost: {
    en: 'Part of the page could not be loaded. Reload to try again.',
    zh: '页面资源加载失败，请刷新后重试。',
  },
  closeToast: { en: 'Close this message', zh: '关闭提示' },
})
