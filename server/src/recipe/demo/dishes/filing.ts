import type { Allergen, IngredientKind } from '@brigade/contract/recipe/filing.model.ts'
import type { Unit } from '@brigade/contract/recipe/measure.rules.ts'
import type { NamesByLanguage } from '@brigade/contract/recipe/recipe.model.ts'

type Names = readonly [en: string, zh: string, de: string, fr: string, es: string, it: string]
export const namesOf = ([en, zh, de, fr, es, it]: Names): NamesByLanguage => ({ en, zh, de, fr, es, it })

export const demoCategories = {
  poultry: ['Poultry', '禽类', 'Geflügel', 'Volaille', 'Aves', 'Pollame'],
  meat: ['Meat', '畜肉', 'Fleisch', 'Viande', 'Carne', 'Carne'],
  fish: [
    'Fish and seafood',
    '水产',
    'Fisch und Meeresfrüchte',
    'Poisson et fruits de mer',
    'Pescado y marisco',
    'Pesce',
  ],
  vegetables: ['Vegetables', '蔬菜', 'Gemüse', 'Légumes', 'Verduras', 'Verdure'],
  staples: ['Rice and dough', '主食', 'Reis und Teig', 'Riz et pâtes', 'Arroz y masas', 'Riso e impasti'],
  bakery: ['Bakery', '烘焙', 'Backwaren', 'Boulangerie', 'Panadería', 'Panetteria'],
  eggs: ['Eggs and desserts', '蛋品甜品', 'Eier und Desserts', 'Œufs et desserts', 'Huevos y postres', 'Uova e dolci'],
} as const satisfies Readonly<Record<string, Names>>
export type DemoCategory = keyof typeof demoCategories

type Row = readonly [kind: IngredientKind, unit: Unit, names: Names, allergens?: readonly Allergen[]]

const measured =
  (kind: IngredientKind, unit: Unit) =>
  (names: Names, allergens?: readonly Allergen[]): Row =>
    allergens === undefined ? [kind, unit, names] : [kind, unit, names, allergens]
const piece = measured('count', 'piece')
const g = measured('mass', 'g')
const kg = measured('mass', 'kg')
const ml = measured('volume', 'ml')

export const demoIngredients = {
  duck: g(['Duck', '鸭', 'Ente', 'Canard', 'Pato', 'Anatra']),
  duckLeg: piece(['Duck leg', '鸭腿', 'Entenkeule', 'Cuisse de canard', 'Muslo de pato', 'Coscia d’anatra']),
  chicken: g(['Chicken', '鸡', 'Hähnchen', 'Poulet', 'Pollo', 'Pollo']),
  wings: g(['Chicken wings', '鸡翅', 'Hähnchenflügel', 'Ailes de poulet', 'Alitas de pollo', 'Ali di pollo']),
  porkNeck: g(['Pork neck', '梅花肉', 'Schweinenacken', 'Échine de porc', 'Aguja de cerdo', 'Coppa di maiale']),
  porkBelly: g(['Pork belly', '五花肉', 'Schweinebauch', 'Poitrine de porc', 'Panceta', 'Pancia di maiale']),
  porkRibs: g(['Pork ribs', '排骨', 'Schweinerippen', 'Travers de porc', 'Costillas', 'Costine di maiale']),
  knuckle: piece(['Pork knuckle', '猪肘', 'Schweinshaxe', 'Jarret de porc', 'Codillo', 'Stinco di maiale']),
  mincedPork: g(['Minced pork', '猪肉馅', 'Schweinehack', 'Porc haché', 'Cerdo picado', 'Macinato di maiale']),
  beef: kg(['Beef sirloin', '牛外脊', 'Roastbeef, roh', 'Faux-filet', 'Lomo bajo', 'Controfiletto']),
  beefShank: g(['Beef chuck', '牛肩肉', 'Rinderschulter', 'Paleron de bœuf', 'Espaldilla', 'Spalla di manzo']),
  lambLeg: kg(['Leg of lamb', '羊腿', 'Lammkeule', 'Gigot d’agneau', 'Pierna de cordero', 'Cosciotto d’agnello']),
  bacon: g(['Bacon', '培根', 'Speck', 'Lardons', 'Beicon', 'Pancetta']),
  seaBass: piece(['Sea bass', '鲈鱼', 'Wolfsbarsch', 'Bar', 'Lubina', 'Branzino'], ['fish']),
  salmon: g(
    ['Salmon fillet', '三文鱼柳', 'Lachsfilet', 'Filet de saumon', 'Filete de salmón', 'Filetto di salmone'],
    ['fish'],
  ),
  cod: g(
    ['Cod fillet', '鳕鱼柳', 'Kabeljaufilet', 'Filet de cabillaud', 'Filete de bacalao', 'Filetto di merluzzo'],
    ['fish'],
  ),
  prawns: g(['Prawns', '大虾', 'Garnelen', 'Crevettes', 'Gambas', 'Gamberi'], ['crustaceans']),
  squid: g(['Squid', '鱿鱼', 'Kalmar', 'Calamar', 'Calamar', 'Calamaro'], ['molluscs']),
  rice: g(['Rice', '大米', 'Reis', 'Riz', 'Arroz', 'Riso']),
  stickyRice: g(['Glutinous rice', '糯米', 'Klebreis', 'Riz gluant', 'Arroz glutinoso', 'Riso glutinoso']),
  flour: g(['Wheat flour', '小麦粉', 'Weizenmehl', 'Farine de blé', 'Harina de trigo', 'Farina di grano'], ['gluten']),
  breadcrumbs: g(['Breadcrumbs', '面包糠', 'Semmelbrösel', 'Chapelure', 'Pan rallado', 'Pangrattato'], ['gluten']),
  croissants: piece(
    ['Croissant, raw', '可颂生坯', 'Croissant-Teigling', 'Croissant cru', 'Cruasán crudo', 'Cornetto crudo'],
    ['gluten', 'milk'],
  ),
  tartShells: piece(
    ['Tart shell', '蛋挞皮', 'Törtchenboden', 'Fond de tartelette', 'Base de tartaleta', 'Guscio per crostatine'],
    ['gluten', 'milk'],
  ),
  vermicelli: g(['Glass noodles', '粉丝', 'Glasnudeln', 'Vermicelles', 'Fideos de cristal', 'Spaghetti di soia']),
  yeast: g(['Dry yeast', '干酵母', 'Trockenhefe', 'Levure sèche', 'Levadura seca', 'Lievito secco']),
  eggs: piece(['Egg', '鸡蛋', 'Ei', 'Œuf', 'Huevo', 'Uovo'], ['eggs']),
  yolks: piece(['Egg yolk', '蛋黄', 'Eigelb', 'Jaune d’œuf', 'Yema', 'Tuorlo'], ['eggs']),
  cream: ml(['Cream', '淡奶油', 'Sahne', 'Crème', 'Nata', 'Panna'], ['milk']),
  milk: ml(['Milk', '牛奶', 'Milch', 'Lait', 'Leche', 'Latte'], ['milk']),
  butter: g(['Butter', '黄油', 'Butter', 'Beurre', 'Mantequilla', 'Burro'], ['milk']),
  cheese: g(['Gruyère', '格鲁耶尔奶酪', 'Greyerzer', 'Gruyère', 'Gruyer', 'Groviera'], ['milk']),
  potatoes: kg(['Potatoes', '土豆', 'Kartoffeln', 'Pommes de terre', 'Patatas', 'Patate']),
  aubergine: g(['Aubergine', '茄子', 'Aubergine', 'Aubergine', 'Berenjena', 'Melanzana']),
  courgette: g(['Courgette', '西葫芦', 'Zucchini', 'Courgette', 'Calabacín', 'Zucchina']),
  pepper: g(['Sweet pepper', '彩椒', 'Paprika', 'Poivron', 'Pimiento', 'Peperone']),
  tomatoes: g(['Tomatoes', '番茄', 'Tomaten', 'Tomates', 'Tomates', 'Pomodori']),
  broccoli: g(['Broccoli', '西兰花', 'Brokkoli', 'Brocoli', 'Brócoli', 'Broccoli']),
  carrots: g(['Carrots', '胡萝卜', 'Karotten', 'Carottes', 'Zanahorias', 'Carote']),
  celery: g(['Celery', '西芹', 'Sellerie', 'Céleri', 'Apio', 'Sedano'], ['celery']),
  onions: g(['Onions', '洋葱', 'Zwiebeln', 'Oignons', 'Cebollas', 'Cipolle']),
  mushrooms: g(['Mushrooms', '蘑菇', 'Champignons', 'Champignons', 'Champiñones', 'Funghi']),
  garlic: g(['Garlic', '大蒜', 'Knoblauch', 'Ail', 'Ajo', 'Aglio']),
  ginger: g(['Ginger', '姜', 'Ingwer', 'Gingembre', 'Jengibre', 'Zenzero']),
  scallions: g(['Spring onions', '葱', 'Frühlingszwiebeln', 'Ciboules', 'Cebolletas', 'Cipollotti']),
  rosemary: g(['Rosemary', '迷迭香', 'Rosmarin', 'Romarin', 'Romero', 'Rosmarino']),
  thyme: g(['Thyme', '百里香', 'Thymian', 'Thym', 'Tomillo', 'Timo']),
  dill: g(['Dill', '莳萝', 'Dill', 'Aneth', 'Eneldo', 'Aneto']),
  lemon: piece(['Lemon', '柠檬', 'Zitrone', 'Citron', 'Limón', 'Limone']),
  lotusLeaf: piece(['Lotus leaf', '荷叶', 'Lotosblatt', 'Feuille de lotus', 'Hoja de loto', 'Foglia di loto']),
  maltose: g(['Maltose', '麦芽糖', 'Maltose', 'Maltose', 'Maltosa', 'Maltosio']),
  honey: g(['Honey', '蜂蜜', 'Honig', 'Miel', 'Miel', 'Miele']),
  sugar: g(['Sugar', '白砂糖', 'Zucker', 'Sucre', 'Azúcar', 'Zucchero']),
  rockSugar: g(['Rock sugar', '冰糖', 'Kandiszucker', 'Sucre candi', 'Azúcar piedra', 'Zucchero candito']),
  soySauce: ml(
    ['Soy sauce', '生抽', 'Sojasauce', 'Sauce soja', 'Salsa de soja', 'Salsa di soia'],
    ['gluten', 'soybeans'],
  ),
  blackBeans: g(
    [
      'Fermented black beans',
      '豆豉',
      'Fermentierte Sojabohnen',
      'Soja noir fermenté',
      'Soja negra fermentada',
      'Soia nera fermentata',
    ],
    ['soybeans'],
  ),
  hoisin: g(
    ['Char siu sauce', '叉烧酱', 'Char-Siu-Sauce', 'Sauce char siu', 'Salsa char siu', 'Salsa char siu'],
    ['gluten', 'soybeans', 'sesame'],
  ),
  // Yellow wine for cooking is fermented with wheat.
  riceWine: ml(['Rice wine', '料酒', 'Reiswein', 'Vin de riz', 'Vino de arroz', 'Vino di riso'], ['gluten']),
  redWine: ml(['Red wine', '红葡萄酒', 'Rotwein', 'Vin rouge', 'Vino tinto', 'Vino rosso'], ['sulphites']),
  beer: ml(['Dark beer', '黑啤酒', 'Dunkles Bier', 'Bière brune', 'Cerveza negra', 'Birra scura'], ['gluten']),
  vinegar: ml(['Rice vinegar', '米醋', 'Reisessig', 'Vinaigre de riz', 'Vinagre de arroz', 'Aceto di riso']),
  oil: ml(['Oil', '食用油', 'Öl', 'Huile', 'Aceite', 'Olio']),
  duckFat: g(['Duck fat', '鸭油', 'Entenfett', 'Graisse de canard', 'Grasa de pato', 'Grasso d’anatra']),
  mustard: g(['Mustard', '黄芥末酱', 'Senf', 'Moutarde', 'Mostaza', 'Senape'], ['mustard']),
  salt: g(['Salt', '盐', 'Salz', 'Sel', 'Sal', 'Sale']),
  pepperCorns: g(['Black pepper', '黑胡椒', 'Schwarzer Pfeffer', 'Poivre noir', 'Pimienta negra', 'Pepe nero']),
  fiveSpice: g(['Five-spice', '五香粉', 'Fünf-Gewürze', 'Cinq-épices', 'Cinco especias', 'Cinque spezie']),
  cumin: g(['Cumin', '孜然', 'Kreuzkümmel', 'Cumin', 'Comino', 'Cumino']),
  vanilla: piece([
    'Vanilla pod',
    '香草荚',
    'Vanilleschote',
    'Gousse de vanille',
    'Vaina de vainilla',
    'Baccello di vaniglia',
  ]),
  water: ml(['Water', '水', 'Wasser', 'Eau', 'Agua', 'Acqua']),
} satisfies Readonly<Record<string, Row>>
export type DemoIngredient = keyof typeof demoIngredients
