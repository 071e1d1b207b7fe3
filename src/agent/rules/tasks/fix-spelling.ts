import { keepCase, replaceWords } from "../replace-words.ts";
import type { RunTask } from "../task.ts";

export const fixSpelling: RunTask = (docs, request) =>
  replaceWords(docs, request, {
    rule: "fix-spelling",
    pattern: new RegExp([...misspellings.keys()].join("|"), "gi"),
    write(match, around) {
      const { 0: found, index = 0 } = match;
      // A quoted word is an example of a misspelling.
      const [before, after] = [around[index - 1] ?? "", around[index + found.length] ?? ""];
      if (/["“”‘’'«»]/.test(before) && /["“”‘’'«»]/.test(after)) return undefined;
      const wrong = found.toLowerCase();
      const text = keepCase(found, wrong, misspellings.get(wrong) ?? found);
      return text === undefined ? undefined : { text, why: `${found} is a known misspelling` };
    },
  });

/** Misspellings that are wrong in every context and aren't names of anything. */
const misspellings: ReadonlyMap<string, string> = new Map(
  `accomodate:accommodate accross:across acheive:achieve accidently:accidentally adress:address agressive:aggressive
  alot:a_lot aquire:acquire arguement:argument assymetric:asymmetric authentification:authentication
  availible:available availabe:available becuase:because beggining:beginning beleive:believe calender:calendar
  catagory:category comming:coming commited:committed comparision:comparison
  compatability:compatibility completly:completely conection:connection consistant:consistent
  convienient:convenient curently:currently decription:description definately:definitely
  dependancy:dependency dependancies:dependencies depricated:deprecated desribe:describe developement:development
  diffrent:different disapear:disappear documention:documentation doesnt:doesn't dosen't:doesn't
  embarass:embarrass enviroment:environment enviroments:environments enviornment:environment existance:existence
  exmaple:example explicitely:explicitly familar:familiar finaly:finally foward:forward fucntion:function
  futher:further gaurantee:guarantee grammer:grammar happend:happened heirarchy:hierarchy immediatly:immediately
  implemention:implementation independant:independent infomation:information inital:initial initalize:initialize
  intergration:integration intial:initial langauge:language lenght:length libary:library liscense:license
  maintainance:maintenance maintenence:maintenance managment:management mesage:message messsage:message
  neccessary:necessary necesary:necessary nessecary:necessary noticable:noticeable occassion:occasion
  occured:occurred occurence:occurrence occurences:occurrences occuring:occurring omited:omitted
  optionaly:optionally paramater:parameter paramaters:parameters paramter:parameter paramters:parameters
  particulary:particularly perfomance:performance permision:permission persistant:persistent posible:possible
  preceeding:preceding prefered:preferred presense:presence previosly:previously priviledge:privilege
  probaly:probably proccess:process programatically:programmatically propogate:propagate publically:publicly
  reccomend:recommend recieve:receive recieved:received recieves:receives recomend:recommend
  recomended:recommended recomendation:recommendation refered:referred referal:referral relevent:relevant
  repositiory:repository reponse:response requirment:requirement requirments:requirements resouce:resource
  retreive:retrieve seperate:separate seperated:separated seperately:separately seperator:separator
  sepcific:specific similiar:similar specifc:specific sucess:success succesful:successful
  succesfully:successfully successfull:successful sucessfully:successfully supress:suppress
  suprise:surprise synchronious:synchronous teh:the thier:their threshhold:threshold tommorow:tomorrow
  transfered:transferred truely:truly unfortunatly:unfortunately untill:until usefull:useful useable:usable
  usally:usually utilites:utilities varable:variable visable:visible wich:which wierd:weird
  whithin:within writting:writing yeild:yield`
    .split(/\s+/)
    .flatMap((pair): [string, string][] => {
      const [wrong, right] = pair.split(":");
      return wrong === undefined || right === undefined ? [] : [[wrong, right.replaceAll("_", " ")]];
    }),
);
