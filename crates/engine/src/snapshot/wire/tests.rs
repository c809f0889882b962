use super::*;

#[test]
fn a_line_has_its_fields_and_properties() {
    let walk = walk(
        "d1\thttp://x/\tT\t800\t600\t0\t0\t1\t2\n0\t1\tdocument\t\tT\n1\t2\tcheckbox\ti\tI agree\tchecked\tdescription=a=b\n1\t\ttext\t\thello",
    );
    assert_eq!(
        walk.header(),
        Header {
            doc: "d1",
            url: "http://x/",
            title: "T",
            frame_owners: 1,
            shadow_candidates: 2,
            serial: 0,
            base: 0,
            freed: "",
            unseen: 0,
            unseen_unfinished: false
        }
    );
    assert_eq!(walk.lines().len(), 3);
    assert_eq!(walk.content(1), "checkbox\ti\tI agree\tchecked\tdescription=a=b");
    let line = walk.line(1).expect("a node");
    assert_eq!(
        (line.depth, line.number, line.role, line.name),
        (1, Some(2), "checkbox", "I agree")
    );
    assert_eq!(
        line.properties().collect::<Vec<_>>(),
        [("checked", None), ("description", Some("a=b"))]
    );
    assert_eq!(walk.line(2).expect("text").number, None);
}

fn answer(text: &str) -> WalkAnswer {
    WalkAnswer::parse(text.to_owned()).expect("well formed").expect("not refused")
}

fn walk(text: &str) -> Walk {
    answer(text).resolve(None).expect("all of it")
}

#[test]
fn a_role_cannot_read_like_a_uid() {
    for role in ["", "uid=1_1 button"] {
        let text = format!("d1\tu\tt\t8\t6\t0\t0\t0\t0\n0\t1\tdocument\t\tT\n1\t\t{role}\t\t\tuid=1_0");
        let walked = answer(&text).resolve(None);
        assert_eq!(walked.map(|_| ()).expect_err("no role").code(), "PROTOCOL", "{role:?}");
    }
}

#[test]
fn referenced_lines_are_taken_from_the_earlier_walk() {
    let before =
        walk("d1\tu\tt\t8\t6\t0\t0\t0\t0\t4\t0\n0\t1\tdocument\t\tT\n1\t2\tlink\ti\tA\n1\t3\tlink\ti\tB\n1\t4\tlink\ti\tC");
    let text = "d1\tu\tt\t8\t6\t0\t0\t0\t0\t5\t4\n=0\t2\n1\t9\tlink\ti\tNew\n=3\t1";
    let now = answer(text).resolve(Some(&before)).expect("of that walk");
    let lines: Vec<_> = (0..now.lines().len()).map(|at| now.line(at).expect("a node").name).collect();
    assert_eq!(lines, ["T", "A", "New", "C"]);
    assert_eq!(now.header().serial, 5);

    for (text, before) in [
        (text, None),
        (&text.replace("\t5\t4\n", "\t5\t3\n"), Some(&before)),
        (&text.replace("d1", "d2"), Some(&before)),
        (&text.replace("=3\t1", "=3\t2"), Some(&before)),
        (&text.replace("=3\t1", "=3\t0"), Some(&before)),
        (&text.replace("=3\t1", "=x"), Some(&before)),
    ] {
        assert_eq!(answer(text).resolve(before).expect_err("not of that walk").code(), "PROTOCOL");
    }
}

#[test]
fn a_plus_sign_says_that_not_every_text_was_looked_at() {
    let unseen = |field: &str| {
        let walk = walk(&format!("d1\tu\tt\t8\t6\t0\t0\t0\t0\t4\t0\t{field}"));
        (walk.header().unseen, walk.header().unseen_unfinished)
    };
    assert_eq!(unseen("\t3"), (3, false));
    assert_eq!(unseen("\t0+"), (0, true));
    assert_eq!(unseen("\t12+"), (12, true));
    assert_eq!(unseen("\tx+"), (0, true));
    assert_eq!(unseen(""), (0, false));
}

#[test]
fn freed_elements_are_told_as_ranges() {
    let freed = |text: &str| walk(&format!("d1\tu\tt\t8\t6\t0\t0\t0\t0\t4\t0{text}")).header().freed();
    assert_eq!(freed("\t3,5-9"), [3..=3, 5..=9]);
    assert_eq!(freed("\t5-9,3"), [3..=3, 5..=9]);
    assert!(freed("\t").is_empty() && freed("").is_empty() && freed("\tx-y,3").is_empty());
}

#[test]
fn a_refused_root_is_distinguished_from_a_walk() {
    assert_eq!(
        WalkAnswer::parse("!{\"state\":\"gone\"}".into())
            .expect("known")
            .expect_err("refused"),
        Answer::Gone
    );
    assert_eq!(
        WalkAnswer::parse("nonsense".into()).expect_err("no header").code(),
        "PROTOCOL"
    );
}
