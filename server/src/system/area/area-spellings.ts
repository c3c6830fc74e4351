/**
 * Spellings that pinyin cannot derive: characters with several readings as the place itself reads them, and names of
 * other languages (Mongolian, Uyghur, Tibetan) as maps write them. By the whole Chinese name.
 */
export const wholeNames: ReadonlyMap<string, string> = read(`
北京市 Beijing, 天津市 Tianjin, 上海市 Shanghai, 重庆市 Chongqing, 河北省 Hebei, 山西省 Shanxi, 内蒙古自治区 Inner Mongolia,
辽宁省 Liaoning, 吉林省 Jilin, 黑龙江省 Heilongjiang, 江苏省 Jiangsu, 浙江省 Zhejiang, 安徽省 Anhui, 福建省 Fujian, 江西省 Jiangxi,
山东省 Shandong, 河南省 Henan, 湖北省 Hubei, 湖南省 Hunan, 广东省 Guangdong, 广西壮族自治区 Guangxi, 海南省 Hainan, 四川省 Sichuan,
贵州省 Guizhou, 云南省 Yunnan, 西藏自治区 Xizang (Tibet), 陕西省 Shaanxi, 甘肃省 Gansu, 青海省 Qinghai, 宁夏回族自治区 Ningxia,
新疆维吾尔自治区 Xinjiang, 台湾省 Taiwan, 香港特别行政区 Hong Kong, 澳门特别行政区 Macao,
县 Counties, 省直辖县级行政区划 Directly administered, 自治区直辖县级行政区划 Directly administered,
城区 Urban District, 郊区 Suburban District, 矿区 Mining District, 东区 East District, 西区 West District,
西沙群岛 Xisha Islands, 南沙群岛 Nansha Islands, 中沙群岛的岛礁及其海域 Zhongsha Islands,
兴安盟 Hinggan League, 沈北新区 Shenbei New District, 芒市 Mangshi, 朗县 Nang County, 索县 Sog County,
土默特左旗 Tumed Left Banner, 土默特右旗 Tumed Right Banner, 达尔罕茂明安联合旗 Darhan Muminggan Joint Banner,
阿鲁科尔沁旗 Ar Horqin Banner, 巴林左旗 Bairin Left Banner, 巴林右旗 Bairin Right Banner, 克什克腾旗 Hexigten Banner,
翁牛特旗 Ongniud Banner, 喀喇沁旗 Harqin Banner, 敖汉旗 Aohan Banner, 科尔沁左翼中旗 Horqin Left Middle Banner,
科尔沁左翼后旗 Horqin Left Rear Banner, 库伦旗 Hure Banner, 奈曼旗 Naiman Banner, 扎鲁特旗 Jarud Banner, 达拉特旗 Dalad Banner,
准格尔旗 Jungar Banner, 鄂托克前旗 Otog Front Banner, 鄂托克旗 Otog Banner, 杭锦旗 Hanggin Banner, 乌审旗 Uxin Banner,
伊金霍洛旗 Ejin Horo Banner, 阿荣旗 Arun Banner, 莫力达瓦达斡尔族自治旗 Morin Dawa Banner, 鄂伦春自治旗 Oroqen Banner,
鄂温克族自治旗 Ewenki Banner, 陈巴尔虎旗 Old Barag Banner, 新巴尔虎左旗 New Barag Left Banner, 新巴尔虎右旗 New Barag Right Banner,
乌拉特前旗 Urad Front Banner, 乌拉特中旗 Urad Middle Banner, 乌拉特后旗 Urad Rear Banner, 杭锦后旗 Hanggin Rear Banner,
察哈尔右翼前旗 Chahar Right Front Banner, 察哈尔右翼中旗 Chahar Right Middle Banner, 察哈尔右翼后旗 Chahar Right Rear Banner,
四子王旗 Siziwang Banner, 科尔沁右翼前旗 Horqin Right Front Banner, 科尔沁右翼中旗 Horqin Right Middle Banner,
扎赉特旗 Jalaid Banner, 阿巴嘎旗 Abag Banner, 苏尼特左旗 Sonid Left Banner, 苏尼特右旗 Sonid Right Banner,
东乌珠穆沁旗 East Ujimqin Banner, 西乌珠穆沁旗 West Ujimqin Banner, 太仆寺旗 Taibus Banner, 镶黄旗 Bordered Yellow Banner,
正镶白旗 Plain and Bordered White Banner, 正蓝旗 Plain Blue Banner, 阿拉善左旗 Alxa Left Banner, 阿拉善右旗 Alxa Right Banner,
额济纳旗 Ejin Banner, 喀喇沁左翼蒙古族自治县 Harqin Left County
`)

/** The same, by the name without its kind (市, 区, 县 …): the kind's English word follows it. */
export const stems: ReadonlyMap<string, string> = read(`
六安 Lu'an, 六合 Luhe, 涡阳 Guoyang, 歙 She, 乐清 Yueqing, 乐亭 Laoting, 乐陵 Laoling, 单 Shan, 浚 Xun, 莘 Shen, 蔚 Yu, 召陵 Shaoling,
泌阳 Biyang, 黄陂 Huangpi, 曾都 Zengdu, 大埔 Dabu, 民乐 Minle, 筠连 Junlian, 吴堡 Wubu, 红寺堡 Hongsibu, 宕昌 Tanchang, 尉犁 Yuli,
大城 Daicheng, 铅山 Yanshan, 牟定 Mouding, 中牟 Zhongmu, 繁峙 Fanshi, 洪洞 Hongtong, 长子 Zhangzi, 调兵山 Diaobingshan,
大箐山 Daqingshan, 闵行 Minhang, 万柏林 Wanbailin, 珲春 Hunchun, 穆棱 Muling, 番禺 Panyu, 蚌埠 Bengbu, 亳州 Bozhou, 台州 Taizhou,
丽水 Lishui, 东阿 Dong'e, 渑池 Mianchi, 荥经 Yingjing, 荥阳 Xingyang, 犍为 Qianwei, 阆中 Langzhong, 枞阳 Zongyang, 任丘 Renqiu,
漯河 Luohe, 百色 Baise, 儋州 Danzhou, 吕梁 Lüliang, 朝阳 Chaoyang, 天台 Tiantai, 阿坝 Ngawa, 甘孜 Garzê, 香格里拉 Shangri-La,
呼和浩特 Hohhot, 鄂尔多斯 Ordos, 呼伦贝尔 Hulunbuir, 巴彦淖尔 Bayannur, 乌兰察布 Ulanqab, 锡林郭勒 Xilingol, 阿拉善 Alxa,
科尔沁 Horqin, 托克托 Togtoh, 和林格尔 Horinger, 白云鄂博 Bayan Obo, 霍林郭勒 Holingol, 海拉尔 Hailar, 扎赉诺尔 Jalainur,
额尔古纳 Ergun, 乌兰浩特 Ulanhot, 阿尔山 Arxan, 二连浩特 Erenhot, 锡林浩特 Xilinhot, 哈尔滨 Harbin, 齐齐哈尔 Qiqihar,
富拉尔基 Fularji, 杜尔伯特 Dorbod, 前郭尔罗斯 Qian Gorlos,
拉萨 Lhasa, 日喀则 Xigazê, 昌都 Qamdo, 林芝 Nyingchi, 那曲 Nagqu, 阿里 Ngari, 当雄 Damxung, 尼木 Nyemo, 曲水 Qüxü,
堆龙德庆 Doilungdêqên, 达孜 Dagzê, 林周 Lhünzhub, 墨竹工卡 Maizhokunggar, 桑珠孜 Samzhubzê, 南木林 Namling, 江孜 Gyangzê,
定日 Tingri, 萨迦 Sa'gya, 拉孜 Lhazê, 昂仁 Ngamring, 谢通门 Xaitongmoin, 白朗 Bainang, 仁布 Rinbung, 康马 Kangmar, 定结 Dinggyê,
仲巴 Zhongba, 吉隆 Gyirong, 聂拉木 Nyalam, 萨嘎 Saga, 岗巴 Gamba, 卡若 Karub, 江达 Jomda, 贡觉 Gonjo, 类乌齐 Riwoqê, 丁青 Dêngqên,
察雅 Zhag'yab, 八宿 Baxoi, 左贡 Zogang, 芒康 Markam, 洛隆 Lhorong, 边坝 Banbar, 工布江达 Gongbo'gyamda, 米林 Mainling, 墨脱 Mêdog,
波密 Bomê, 察隅 Zayü, 乃东 Nêdong, 扎囊 Chanang, 贡嘎 Gonggar, 桑日 Sangri, 琼结 Qonggyai, 曲松 Qusum, 措美 Comai, 洛扎 Lhozhag,
加查 Gyaca, 隆子 Lhünzê, 错那 Cona, 浪卡子 Nagarzê, 嘉黎 Lhari, 比如 Biru, 聂荣 Nyainrong, 安多 Amdo, 申扎 Xainza, 班戈 Baingoin,
巴青 Baqên, 尼玛 Nyima, 普兰 Burang, 札达 Zanda, 噶尔 Gar, 日土 Rutog, 革吉 Gê'gyai, 改则 Gêrzê, 措勤 Coqên,
乌鲁木齐 Ürümqi, 克拉玛依 Karamay, 吐鲁番 Turpan, 博尔塔拉 Bortala, 巴音郭楞 Bayingolin, 阿克苏 Aksu, 克孜勒苏 Kizilsu, 喀什 Kashgar,
和田 Hotan, 伊犁 Ili, 阿勒泰 Altay, 沙依巴克 Saybag, 托克逊 Toksun, 巴里坤 Barkol, 玛纳斯 Manas, 吉木萨尔 Jimsar, 木垒 Mori,
乌尔禾 Urho, 库尔勒 Korla, 和硕 Hoxud, 库车 Kuqa, 沙雅 Xayar, 阿瓦提 Awat, 柯坪 Kalpin, 阿图什 Artux, 阿克陶 Akto, 阿合奇 Akqi,
英吉沙 Yengisar, 麦盖提 Makit, 岳普湖 Yopurga, 塔什库尔干 Taxkorgan, 洛浦 Lop, 策勒 Qira, 奎屯 Kuytun, 霍尔果斯 Khorgos,
察布查尔 Qapqal, 特克斯 Tekes, 尼勒克 Nilka, 额敏 Emin, 托里 Toli, 和布克赛尔 Hoboksar, 布尔津 Burqin, 吉木乃 Jeminay, 阿拉尔 Aral,
图木舒克 Tumxuk, 可克达拉 Kokdala,
果洛 Golog, 刚察 Gangca, 尖扎 Jainca, 泽库 Zêkog, 玛沁 Maqên, 甘德 Gadê, 达日 Darlag, 久治 Jigzhi, 玛多 Madoi, 杂多 Zadoi,
称多 Chindu, 治多 Zhidoi, 囊谦 Nangqên, 曲麻莱 Qumarlêb, 格尔木 Golmud, 阿克塞 Aksay, 马尔康 Barkam, 若尔盖 Zoigê, 壤塘 Zamtang,
德格 Dêgê, 石渠 Sêrxü, 色达 Sêrtar
`)

/** Readings that hold for every name of a division. */
export const syllables: ReadonlyMap<string, string> = new Map([
  ['都', 'du'],
  ['什', 'shi'],
])

function read(list: string): ReadonlyMap<string, string> {
  return new Map(
    list
      .trim()
      .split(/,\s*/)
      .map((entry): [string, string] => {
        const cut = entry.indexOf(' ')
        return [entry.slice(0, cut), entry.slice(cut + 1)]
      }),
  )
}
