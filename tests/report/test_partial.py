"""A report that is cut short says so, and what was written stays (C30)."""

from __future__ import annotations

import pytest

from costorm_widget import BudgetReached, ModelUnavailable
from costorm_widget import events as ev
from costorm_widget.state import fold_all
from tests.fixtures.models import MoodyModel, jobs, session_with, told_by

WRITTEN = {"write_section", "write_lead"}


def test_c30_a_budget_reached_in_the_middle_makes_a_partial_report() -> None:
    model = MoodyModel()
    session = session_with(model, warm=True)
    session.settings.max_requests = session.usage.total.requests + 2
    told = told_by(session)
    report = session.generate_report()
    assert report.partial
    note, *sections = report.sections
    assert note.markdown.startswith("*This report is partial: sections that could not be written")
    assert "max_requests" in note.markdown
    missing = [each for each in sections if each.markdown == "*Not written.*"]
    assert 1 <= len(missing) < len(sections)
    assert note.markdown in report.markdown
    assert report.references
    assert jobs(model)[-2:] in (["write_lead", "write_section"], ["write_section", "write_lead"])
    assert session.report == report
    assert told[-1] == ev.WorkEnded("report", "done")
    assert fold_all(session.events) == session._journal.state
    session.settings.max_requests = None
    again = session.generate_report()
    assert not again.partial
    assert "Not written" not in again.markdown


def test_c30_with_a_fallback_the_rest_is_quoted() -> None:
    session = session_with(MoodyModel(), warm=True, fallback="extractive")
    session.settings.max_requests = session.usage.total.requests + 2
    report = session.generate_report()
    assert report.partial
    assert "sentences are quoted from the sources" in report.sections[0].markdown
    assert "Not written" not in report.markdown
    assert all(each.markdown for each in report.sections)


@pytest.mark.parametrize("job", sorted(WRITTEN))
def test_what_the_model_fails_is_missing_and_the_rest_is_there(job: str) -> None:
    model = MoodyModel()
    session = session_with(model, warm=True)
    model.mood.fails = {job}
    report = session.generate_report()
    assert report.partial
    by_concept = [each.markdown == "*Not written.*" for each in report.sections if each.concept]
    assert by_concept
    assert all(by_concept) is (job == "write_section")
    lead = report.sections[1].markdown
    assert bool(lead) is (job == "write_section")


def test_a_report_of_which_nothing_can_be_written_is_none() -> None:
    model = MoodyModel()
    session = session_with(model, warm=True)
    model.mood.fails = set(WRITTEN)
    with pytest.raises(ModelUnavailable):
        session.generate_report()
    assert session.report is None
    model.mood.fails = set()
    session.settings.max_requests = session.usage.total.requests
    with pytest.raises(BudgetReached):
        session.generate_report()
    assert session.report is None
    session.settings.fallback = "extractive"
    report = session.generate_report()
    assert report.partial
    assert report.references


def test_a_section_that_breaks_off_is_begun_once_more() -> None:
    model = MoodyModel()
    session = session_with(model, warm=True)
    model.mood.breaks = {"write_section": 1, "write_lead": 1}
    report = session.generate_report()
    assert not report.partial
    assert model.mood.breaks == {"write_section": 0, "write_lead": 0}


def test_the_calls_of_a_report_are_on_its_account() -> None:
    model = MoodyModel()
    session = session_with(model, warm=True)
    asked = len(model.asked)
    report = session.generate_report()
    assert session.usage.by_turn["report"].requests == len(model.asked) - asked
    assert jobs(model, asked).count("write_section") == sum(
        bool(each.concept) for each in report.sections
    )


def test_whatever_sections_say_their_citations_are_real() -> None:
    model = MoodyModel(
        lambda asked: (
            "Trees [1] cool [99], they say [2]. [sic]" if asked.job in WRITTEN else asked.default()
        )
    )
    session = session_with(model, warm=True)
    report = session.generate_report()
    assert "[99]" not in report.markdown
    numbers = {each.number for each in report.references}
    assert numbers == set(range(1, len(numbers) + 1))
