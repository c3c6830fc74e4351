/** Names of divisions as people write them, made comparable. */

/** The peoples in the names of autonomous divisions, which everyday speech leaves out; the word for people (族) is often missing. */
const peoples = [
  ...'阿昌,白,保安,布朗,布依,朝鲜,达斡尔,傣,德昂,东乡,侗,独龙,鄂伦春,鄂温克,高山,仡佬,各,哈尼,哈萨克,赫哲,回,基诺,京,景颇,柯尔克孜'.split(
    ',',
  ),
  ...'拉祜,黎,傈僳,珞巴,满,毛南,门巴,蒙古,苗,仫佬,纳西,怒,普米,羌,撒拉,畲,水,塔吉克,土家,土,佤,维吾尔,乌孜别克,锡伯,瑶,彝,裕固,藏,壮'.split(
    ',',
  ),
]
/** `孟连傣族拉祜族佤族`: the first part is the place. At least two characters of it stay: 东乡族 is a place too. */
const ofPeoples = new RegExp(`^(.{2,}?)(?:(?:${peoples.join('|')})族?)+$`)

/** Matches the suffixes of plain names, which have no spaces. */
const kinds =
  /(特别行政区|自治区|自治[州县旗]|林区|地区|新区|矿区|[省市区县旗盟州]|newarea|newdistrict|forestrydistrict|district|county|prefecture|banner|league|province|city)$/

/** A name without case, marks and spaces: xian of Xi'an. */
export const plainName = (name: string): string =>
  name
    .normalize('NFKC')
    .normalize('NFD')
    .replace(/[\u0300-\u036f'’\s.]/g, '')
    .toLowerCase()

/** A plain name without its kind and peoples too: 杭州 of 杭州市, 恩施 of 恩施土家族苗族自治州. A single character keeps its kind. */
export function bareName(name: string): string {
  const plain = plainName(name)
  const kindless = plain.replace(kinds, '')
  // 忠县 is not called 忠.
  if (kindless.length < 2) return plain
  return ofPeoples.exec(kindless)?.[1] ?? kindless.replace(/族$/, '')
}
