/**
 * Words that occur in questions and say nothing about the subject. The index counts them only in titles and headings,
 * so a search for `use` still finds the section about `use()`.
 */
export const stopWords =
  listed(`a an and any are as at be been but by can cannot could did didn do does doesn doing don for from get had has have help how
i if im in into is isn it its ive me my need no not of on or our please possible should so than that the their them then there
these they this those to use used using want was way we were what when where which who why will with won would you your`);

/**
 * Words that phrase questions: "what does X mean", "how do I put X on Y". They may be the subject, so they count. But a
 * page with X and Y isn't ranked lower if it lacks these words.
 */
export const framingWords =
  listed(`able about actually also anyone best change changing difference differences different explain exactly find give go going happen happens keep know let like
made make makes making many mean means much often put really say says see seem seems set show simply someone something tell
tried try trying understand whether without wonder work works working`);

/**
 * Stop words in other languages, lowercase and without accents. They reveal the language of a question, and none of
 * them names a subject. The index contains them, so they are removed only from queries.
 */
export const functionWords = {
  de: listed(`aber als am an auch auf aus bei beim bin bis bitte da dann das dass dem den der des die dies diese dieser dieses doch
du ein eine einem einen einer eines er es etwas fur geht genau gibt habe haben hat ich ihr im in ist ja jede jeder kann kannst kein
keine konnen lasst man mehr mein meine meinem meinen meiner mich mir mit muss mussen nach nicht noch nur ob oder ohne schon sein sich
sie sind so soll sollte uber um und uns unter vom von vor wann war warum was welche welchen welcher welches wenn wer werden wie wieder
wird wo wofur wurde zu zum zur zwischen`),
  es: listed(`al alguien algun alguna algo aqui asi aun cada como con cual cuales cuando cuanto cuantos cuanta cuantas cuesta de debo
del desde donde el ella ellos en entre era es esa ese eso esta estan estar este esto estos gracias hace hacer hago hasta hay la las le
les lo los mas me mi mis mismo muy necesito ni no nos o otra otro para pero poder por porque puede puedo pues que quien quiero se ser
si sin sobre solo son su sus tambien te tiene tengo tu un una unas uno unos usted y ya yo`),
  fr: listed(`a afin ai alors au aucun aussi autre aux avec avoir c car ce cela celui ces cet cette chaque chez combien comme comment d
dans de des dois doit donc du elle elles en encore entre est et etait etre eux fait faire faut il ils j je l la le les leur leurs lors
lui m ma mais me meme mes moi mon n ne nos notre nous on ont ou par pas peut peux plus pour pourquoi puis qu quand que quel quelle
quelles quels qui quoi s sa sans se sera ses si soit son sont sous sur t te tout toute tres tu un une veux vers vos votre vous y`),
  it: listed(`ad ai al alla alle allo anche ancora avere c che chi ci cio come con cosa cui d da dal dalla dalle davvero degli dei del
della delle dello deve devo di dopo dove e ed essere fa faccio fare gli ha hanno ho i il in invece io l la le lei lo loro lui ma me mi
mia mie miei mio molto ne negli nei nel nella nelle no noi non nostro o ogni oppure per perche piu poi posso puo qual quale quali quando
quanti quanto quella quello questa queste questi questo qui se sempre senza si sia sono sotto su sua sue sul sulla suo tra tu tutti un
una uno vi voglio voi vorrei`),
  pt: listed(`a ao aos apenas as ate cada com como da das de dela dele depois desde deve devo do dos e ela elas ele eles em entre era
essa esse esta estao estar estas este estou eu faco faz fazer foi ha isso isto ja la lhe mais mas me mesmo meu meus minha minhas muito
na nao nas nem no nos nossa nosso num numa o onde os ou para pela pelas pelo pelos pode podem por porque posso pra preciso qual quais
quando quanto quantos que quem quero sao se sem ser seu seus so sob sobre sua suas tambem te tem tenho ter todos tu um uma voce voces`),
  nl: listed(`aan al alleen als ben bij dan dat de deze die dit doe doen door dus een en er geen gebruik haar heb hebben heeft hem het
hier hij hoe hoeveel hun ik in is ja je jij kan kun kunnen maar mag me meer men met mij mijn moet moeten na naar niet nog nu of om onder
ons ook op over te tot tussen u uit uw van veel voor waar waarom wanneer want was wat we wel welk welke werd wie wij wil word worden
wordt zal ze zelf zich zij zijn zo zonder zou`),
  pl: listed(`aby ale albo ani bardzo bez bo by byc byl byla bylo ci co czego czy czyli dla do dlaczego gdy gdzie go i ich ile im innych
ja jak jaka jaki jakie jako jego jej jesli jest jestem jeszcze jezeli juz kiedy kto ktora ktore ktory ktorych lub ma mam mi mnie moge
moj moja moje moim mozna musze musi na nad nalezy nam nas nie nich niz o od oraz po pod potrzebuje ponad poniewaz przed przez przy
sa sie skad sobie sposob swoj swoja swoje ta tak takze tam te tego tej ten to trzeba tu tylko tym u w we wiec wszystko z za ze zeby`),
  ru: fromFolded(`а без бы был была были было быть в вам вас весь во вот все всех вы где да для до его ее если есть еще же за и из или
им их к как какая какие какой ко когда которые который кто куда ли либо лучше мне много могу может можно мой моего моем мои моя мы на
над надо нам нас не него нельзя нет ни них но ну нужно о об он она они оно от перед по под после почему при про с сам свои свой своего
своем свою себя сколько со так также там то того тоже только том ты у уже хочу чего чем через что чтобы это этого этом этот я`),
  tr: listed(`acaba ama ancak bana ben benim beri bir biraz biri biz bize bizim bu buna bunu bunun bunlar cok cunku da daha de degil
diye dolayi en fakat gibi gore hangi hem hep hepsi her hic icin icinde ile ise iste kac kadar ki kim lazim m mi miyim midir mu mudur mumkun
nasil ne neden nedir nerede nereden nereye niye o olan olarak oldu oldugu olmak olur olsun on onu onun orada oyle sadece sen siz sonra su
tarafindan uzere var varsa ve veya ya yani yapabilirim yapilir yapmak yapmali yok zaman gerekir gerekiyor edilir ederim edebilirim`),
  ar: listed(`في من على الى عن مع هل ما ماذا كيف لماذا متى اين اي هو هي هذا هذه ذلك التي الذي ان لا لم لن قد كل بعد قبل عند يمكن يمكنني
يجب او ثم حتى اذا كان كانت يكون تكون انا نحن لدي لي به بها له لها فيه فيها منه بين غير استطيع اريد`),
} satisfies Readonly<Record<string, ReadonlySet<string>>>;

/** A set of words that are separated by spaces. */
export function listed(words: string): ReadonlySet<string> {
  return new Set(words.split(/\s+/));
}

/** The index stores folded words, and folding turns `й` into `и`. */
function fromFolded(words: string): ReadonlySet<string> {
  return listed(words.replaceAll("й", "и"));
}
