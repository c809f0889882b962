// The names that HTML has for characters that people type: of ASCII, Latin, Greek and Cyrillic. Without case, as texts are compared.

const NAMES = String.raw`
  ! excl | " quot | # num | $ dollar | % percnt | & amp | ' apos | ( lpar | ) rpar | * ast midast | + plus | , comma |
  . period | / sol | : colon | ; semi | < lt | = equals | > gt | ? quest | @ commat | [ lbrack lsqb | \ bsol |
  ] rbrack rsqb | ^ hat | _ lowbar underbar | { lbrace lcub | } rbrace rcub | ¡ iexcl | ¢ cent | £ pound | ¤ curren |
  ¥ yen | ¦ brvbar | § sect | ¨ die dot doubledot uml | © copy | ª ordf | « laquo | ¬ not | ® circledr reg |
  ¯ macr strns | ° deg | ± plusminus plusmn pm | ² sup2 | ³ sup3 | ´ acute diacriticalacute | µ micro | ¶ para |
  · centerdot middot | ¸ cedil cedilla | ¹ sup1 | º ordm | » raquo | ¼ frac14 | ½ frac12 half | ¾ frac34 | ¿ iquest |
  × times | ß szlig | à agrave | á aacute | â acirc | ã atilde | ä auml | å angst aring | æ aelig | ç ccedil |
  è egrave | é eacute | ê ecirc | ë euml | ì igrave | í iacute | î icirc | ï iuml | ð eth | ñ ntilde | ò ograve |
  ó oacute | ô ocirc | õ otilde | ö ouml | ÷ div divide | ø oslash | ù ugrave | ú uacute | û ucirc | ü uuml |
  ý yacute | þ thorn | ÿ yuml | ā amacr | ă abreve | ą aogon | ć cacute | ĉ ccirc | ċ cdot | č ccaron | ď dcaron |
  đ dstrok | ē emacr | ė edot | ę eogon | ě ecaron | ĝ gcirc | ğ gbreve | ġ gdot | ģ gcedil | ĥ hcirc | ħ hstrok |
  ĩ itilde | ī imacr | į iogon | İ idot | ı imath inodot | ĳ ijlig | ĵ jcirc | ķ kcedil | ĸ kgreen | ĺ lacute |
  ļ lcedil | ľ lcaron | ŀ lmidot | ł lstrok | ń nacute | ņ ncedil | ň ncaron | ŉ napos | ŋ eng | ō omacr | ő odblac |
  œ oelig | ŕ racute | ŗ rcedil | ř rcaron | ś sacute | ŝ scirc | ş scedil | š scaron | ţ tcedil | ť tcaron |
  ŧ tstrok | ũ utilde | ū umacr | ŭ ubreve | ů uring | ű udblac | ų uogon | ŵ wcirc | ŷ ycirc | ź zacute | ż zdot |
  ž zcaron | ƒ fnof | ƶ imped | ǵ gacute | ȷ jmath | ˆ circ | ˇ caron hacek | α alpha | β beta | γ gamma | δ delta |
  ε epsi epsilon | ζ zeta | η eta | θ theta | ι iota | κ kappa | λ lambda | μ mu | ν nu | ξ xi | ο omicron | π pi |
  ρ rho | ς sigmaf sigmav varsigma | σ sigma | τ tau | υ upsi upsilon | φ phi | χ chi | ψ psi | ω ohm omega |
  ϑ thetasym thetav vartheta | ϒ upsi upsih | ϕ phiv straightphi varphi | ϖ piv varpi | ϝ digamma gammad |
  ϰ kappav varkappa | ϱ rhov varrho | ϵ epsiv straightepsilon varepsilon | а acy | б bcy | в vcy | г gcy | д dcy |
  е iecy | ж zhcy | з zcy | и icy | й jcy | к kcy | л lcy | м mcy | н ncy | о ocy | п pcy | р rcy | с scy | т tcy |
  у ucy | ф fcy | х khcy | ц tscy | ч chcy | ш shcy | щ shchcy | ъ hardcy | ы ycy | ь softcy | э ecy | ю yucy |
  я yacy | ё iocy | ђ djcy | ѓ gjcy | є jukcy | ѕ dscy | і iukcy | ї yicy | ј jsercy | љ ljcy | њ njcy | ћ tshcy |
  ќ kjcy | ў ubrcy | џ dzcy | – ndash | — mdash | ‘ lsquo opencurlyquote | ’ closecurlyquote rsquo rsquor |
  ‚ lsquor sbquo | “ ldquo opencurlydoublequote | ” closecurlydoublequote rdquo rdquor | „ bdquo ldquor | † dagger |
  ‡ dagger ddagger | • bull bullet | ‰ permil | ‹ lsaquo | › rsaquo | € euro | ™ trade
`;

const names = new Map<string, readonly string[]>([
  ["`", ["grave", "diacriticalgrave"]],
  ["|", ["verbar", "vert", "verticalline"]],
]);
for (const [character = "", ...own] of NAMES.split(/ \|\s/).map((entry) => entry.trim().split(" ")))
  names.set(character, own);

/** The names of a character in lower case. */
export const namesOf = (character: string): readonly string[] => names.get(character.toLowerCase()) ?? [];
