import { texts } from '../../text.ts'

export const demoText = texts('demo', {
  notHere: {
    en: 'There is no demo data here to remove, or it is being removed already',
    zh: '没有可清空的演示数据，或正在清空',
    status: 409,
  },
})
