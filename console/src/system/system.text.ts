import { word } from '@brigade/contract/word.text.ts'
import { words } from '@brigade/contract/text.ts'

export const areaText = words({
  area: { en: 'Province, city and district', zh: '省市区' },
  anywhere: { en: 'Anywhere', zh: '全部地区' },
  province: { en: 'Province', zh: '省份' },
  city: { en: 'City', zh: '城市' },
  region: { en: 'District or county', zh: '区县' },
  elsewhere: { en: 'Elsewhere', zh: '其他国家和地区' },
  notGiven: word.notGiven,
})
